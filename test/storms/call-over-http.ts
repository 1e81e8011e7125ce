import { type Agent, request } from 'node:http'

export type Caller = { agent: Agent; port: number; cookie: string }
export type Answer = { status: number; body: Json; retryAfter?: string | undefined }
// biome-ignore lint/suspicious/noExplicitAny: answers are read as a browser's script reads them
type Json = any

const TIMEOUT_MS = 20_000
const NO_ANSWER: Answer = { status: 0, body: null }

/**
 * Calls as our own pages do: JSON, same origin, with an idempotency key when it may be retried.
 * Never rejects.
 */
export function callOverHttp(
  { agent, port, cookie }: Caller,
  call: { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown; key?: string | undefined },
): Promise<Answer> {
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
    const options = { host: '127.0.0.1', port, path, method, agent, headers, timeout: TIMEOUT_MS }
    const sent = request(options)
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(NO_ANSWER))
    sent.on('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece) => {
        text += piece
      })
      // A killed server may have sent half of the response.
      answer.on('close', () =>
        resolve(
          answer.complete
            ? {
                status: answer.statusCode ?? 0,
                body: text === '' ? null : JSON.parse(text),
                retryAfter: answer.headers['retry-after'],
              }
            : NO_ANSWER,
        ),
      )
    })
    sent.end(body)
  })
}

export function freeTimesIn(body: Json): string[] {
  const days: { availableTimeSlots: string[] }[] = Object.values(body?.slots ?? {})
  return days.flatMap(({ availableTimeSlots }) => availableTimeSlots)
}
