import type { FastifyReply, FastifyRequest } from 'fastify'
import { ENCODINGS, type Encoding, type KeptEntry, type Variant, variantOf } from './kept-entry.ts'

/**
 * Sends a kept answer in the best encoding that the visitor accepts, or 304 when he has it.
 * Written past Fastify's own serialising: the bytes and their headers are ready.
 */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: KeptEntry,
): FastifyReply | Promise<FastifyReply> {
  const encoding = entry.compressible
    ? bestEncoding(request.headers['accept-encoding'])
    : 'identity'
  const ready = entry.ready.get(encoding)
  if (ready) return write(request, reply, entry.status, ready)
  return variantOf(entry, encoding, request.server.alwaysHeaders).then((variant) =>
    write(request, reply, entry.status, variant),
  )
}

function write(request: FastifyRequest, reply: FastifyReply, status: number, variant: Variant) {
  const known = request.headers['if-none-match']
  reply.hijack()
  const { raw } = reply
  if (known !== undefined && status === 200 && isKnown(known, variant.etag)) {
    const { 'content-length': _, 'content-encoding': __, ...headers } = variant.headers
    raw.writeHead(304, headers)
    raw.end()
    return reply
  }
  raw.writeHead(status, variant.headers)
  if (request.raw.method === 'HEAD') raw.end()
  else if (variant.text === null) raw.end(variant.body)
  else raw.end(variant.text, 'latin1')
  return reply
}

/** Whether an If-None-Match header names this tag (RFC 9110 §13.1.2, weak comparison). */
function isKnown(header: string, etag: string): boolean {
  if (header === etag || header === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

// A handful of browsers sends a handful of different headers.
const chosen = new Map<string, Encoding>()

/** Our first choice among the encodings that an Accept-Encoding header admits (RFC 9110 §12.5.3). */
export function bestEncoding(header: string | string[] | undefined): Encoding {
  if (header === undefined) return 'identity'
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
