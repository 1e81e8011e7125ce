import type { App } from '../../server/deps.ts'

export function loggedLines(app: App): string[] {
  const lines: string[] = []
  const log: object = app.log
  const stream = Object.getOwnPropertySymbols(log).find((one) => one.description === 'pino.stream')
  if (!stream) throw new Error('the log writes to no stream')
  Object.assign(log, { [stream]: { write: (line: string) => void lines.push(line) } })
  return lines
}
