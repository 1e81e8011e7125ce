import { type Agent, request } from 'node:http'

export type Caller = { agent: Agent; port: number; cookie: string }
export type Called = { status: number; body: Json }
// biome-ignore lint/suspicious/noExplicitAny: answers are read as a browser's script reads them
type Json = any

const PATIENCE_MS = 20_000
const NOTHING: Called = { status: 0, body: null }

/**
 * Calls as our own pages do: JSON, same origin, with an idempotency key when it may be retried.
 * Never rejects.
 */
export function callOverHttp(
  { agent, port, cookie }: Caller,
  call: { method: 'GET' | 'POST'; path: string; body?: unknown; key?: string | undefined },
): Promise<Called> {
  const { method, path, key } = call
  const body = call.body === undefined ? '' : JSON.stringify(call.body)
  const headers = {
    ...(body !== '' && { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(body),
    'sec-fetch-site': 'same-origin',
    cookie,
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path, method, agent, headers, timeout: PATIENCE_MS }
    const asked = request(options)
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(NOTHING))
    asked.on('response', (answer) => {
      let said = ''
      answer.setEncoding('utf8')
      answer.on('data', (text) => {
        said += text
      })
      // A killed server may have sent half of the response.
      answer.on('close', () =>
        resolve(
          answer.complete ? { status: answer.statusCode ?? 0, body: JSON.parse(said) } : NOTHING,
        ),
      )
    })
    asked.end(body)
  })
}

export function freeTimesIn(body: Json): string[] {
  const days: { availableTimeSlots: string[] }[] = Object.values(body?.slots ?? {})
  return days.flatMap(({ availableTimeSlots }) => availableTimeSlots)
}
