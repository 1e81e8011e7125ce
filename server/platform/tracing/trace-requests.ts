import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../deps.ts'
import { isInProcess } from '../http/request-limits.ts'
import { runInside, type Span, startSpan } from './spans.ts'

/** A span per request that reaches the app, by route pattern: never an address or a query. */
export function traceRequests(app: App): void {
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, _reply, done) => {
    const span = isInProcess(request) ? null : startOf(request)
    if (!span) return done()
    spans.set(request, span)
    runInside(span, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    spans.get(request)?.end(endOf(reply))
    done()
  })
}

function startOf({ id, method, routeOptions: { url: route } }: FastifyRequest): Span | null {
  return startSpan({
    name: `${method} ${route ?? 'none'}`,
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'http.route': route ?? 'none',
      'request.id': id,
    },
  })
}

function endOf({ raw: { statusCode } }: FastifyReply) {
  const attributes = { 'http.response.status_code': statusCode }
  return statusCode >= 500 ? { attributes, error: `${statusCode}` } : { attributes }
}
