import type { FastifyRequest } from 'fastify'

export type ClientInfo = { ip: string; userAgent: string }

export function clientInfoOf(request: FastifyRequest): ClientInfo {
  return { ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 500) }
}
