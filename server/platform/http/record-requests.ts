import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../deps.ts'
import { requestSeconds } from '../metrics/registry.ts'
import { isInProcess } from './request-limits.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

export function recordRequests(app: App): void {
  app.addHook('onResponse', record)
}

function record(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (!isInProcess(request)) {
    const method = METHODS.has(request.method) ? request.method : 'other'
    const route = request.routeOptions.url ?? 'none'
    const status = `${Math.floor(reply.raw.statusCode / 100)}xx`
    requestSeconds.observe({ method, route, status }, reply.elapsedTime / 1_000)
  }
  done()
}
