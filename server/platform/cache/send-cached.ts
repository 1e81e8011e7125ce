import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CachedResponse, type Variant, variantOf } from './cached-response.ts'
import { bestEncoding, writeBody } from './write-body.ts'

/** Sends the best accepted encoding, or 304 on a matching ETag, bypassing serialisation. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  entry: CachedResponse,
): FastifyReply | Promise<FastifyReply> {
  const encoding = bestEncoding(entry, request.headers['accept-encoding'])
  const ready = entry.ready.get(encoding)
  if (ready) return send(request, reply, entry.status, ready)
  return variantOf(entry, encoding, request.server.alwaysHeaders).then((variant) =>
    send(request, reply, entry.status, variant),
  )
}

function send(request: FastifyRequest, reply: FastifyReply, status: number, variant: Variant) {
  reply.hijack()
  writeBody(request.raw, reply.raw, status, variant)
  return reply
}
