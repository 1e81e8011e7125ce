import { type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http'
import type { Variant } from './cached-response.ts'

/** Set by `writeHead`; Node has no public way to send a head that is written already. */
type Outgoing = ServerResponse & { _header: string | null; _headerSent: boolean }

/**
 * Writes head and body as one buffer, which is made once a second. Node would validate and join
 * the same fifteen headers, and copy the body, for each response. Returns false, having written
 * nothing, unless it is a whole response on a connection that stays open.
 */
export function writeWhole(
  request: IncomingMessage,
  response: ServerResponse,
  variant: Variant,
  keepAliveMs: number,
): boolean {
  const isWhole = request.method === 'GET' && request.headers['if-none-match'] === undefined
  const staysOpen = request.httpVersion === '1.1' && response.shouldKeepAlive
  if (!isWhole || !staysOpen || hasHead(response)) return false
  const outgoing = response as Outgoing
  outgoing._header = ' '
  outgoing._headerSent = true
  response.end(wholeOf(variant, keepAliveMs))
  return true
}

function hasHead(response: ServerResponse): boolean {
  return response.headersSent || response.getHeaderNames().length > 0
}

function wholeOf(variant: Variant, keepAliveMs: number): Buffer {
  const second = Math.floor(Date.now() / 1_000)
  if (variant.whole?.second === second) return variant.whole.bytes
  const head = Buffer.from(headOf(variant, new Date(second * 1_000), keepAliveMs), 'latin1')
  // An older buffer may still wait in a socket, so it is not written over.
  const bytes = Buffer.concat([head, variant.body])
  variant.whole = { second, bytes }
  return bytes
}

function headOf({ headers }: Variant, date: Date, keepAliveMs: number): string {
  const lines = Object.entries(headers).map(([name, value]) => {
    validateHeaderValue(name, String(value))
    return `${name}: ${value}`
  })
  const always = [
    `Date: ${date.toUTCString()}`,
    'Connection: keep-alive',
    `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1_000)}`,
  ]
  return ['HTTP/1.1 200 OK', ...lines, ...always, '', ''].join('\r\n')
}
