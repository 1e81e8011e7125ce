import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, '../../auth/standalone/main.ts')

export type Alone = {
  url: string
  said(): string
  stop(): Promise<void>
}

/** Starts a process, by default on a free port; rejects with its output if it exits early. */
export async function startAlone(environment: Record<string, string>, port = '0'): Promise<Alone> {
  const child = spawn(process.execPath, [PROGRAM, '--port', port], {
    env: environment,
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
      const url = /answers at (\S+)/.exec(said)?.[1]
      if (url) resolve(url)
    })
  const ended = once(child, 'exit').then(() => {
    process.off('exit', kill)
    reject(new Error(said))
  })
  const url = await promise
  return {
    url,
    said: () => said,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
