import type { IncomingMessage } from 'node:http'

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/**
 * The path and query of a request whose target is a whole address, as some proxies send it (RFC 9112 §3.2.2).
 * An address of another host than the header's stays as it is, and finds no page.
 */
export function originForm({
  url = '/',
  headers,
}: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [origin, host] = ABSOLUTE.exec(url) ?? []
  if (!origin || host?.toLowerCase() !== headers.host?.toLowerCase()) return url
  const rest = url.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
