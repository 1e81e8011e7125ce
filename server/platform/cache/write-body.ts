import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CachedResponse, ENCODINGS, type Encoding, type Variant } from './cached-response.ts'

export function writeBody(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  variant: Variant,
): void {
  const known = request.headers['if-none-match']
  if (known !== undefined && status === 200 && isKnown(known, variant.etag)) {
    const { 'content-length': _, 'content-encoding': __, ...headers } = variant.headers
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(status, variant.headers)
  if (request.method === 'HEAD') response.end()
  else response.end(variant.body)
}

/** Whether an If-None-Match header names this tag (RFC 9110 §13.1.2, weak comparison). */
function isKnown(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

const chosen = new Map<string, Encoding>()

/** The preferred encoding that an Accept-Encoding header accepts (RFC 9110 §12.5.3). */
export function bestEncoding(
  { compressible }: Pick<CachedResponse, 'compressible'>,
  header: string | string[] | undefined,
): Encoding {
  if (!compressible || header === undefined) return 'identity'
  const text = String(header)
  const known = chosen.get(text)
  if (known) return known
  const best = choose(text)
  if (chosen.size >= 200) chosen.clear()
  chosen.set(text, best)
  return best
}

function choose(header: string): Encoding {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, q ? Number(q.slice(2)) : 1)
  }
  const any = weights.get('*') ?? 0
  return ENCODINGS.find((encoding) => (weights.get(encoding) ?? any) > 0) ?? 'identity'
}
