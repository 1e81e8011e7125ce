import type { App } from '../../deps.ts'

/** How long requests and connections may last, as options of Fastify, in milliseconds. */
export const CONNECTION_TIMES = {
  requestTimeout: 15_000,
  connectionTimeout: 60_000,
  // Longer than the minute for which proxies keep connections, so that the proxy closes first.
  keepAliveTimeout: 72_000,
}

/** While the process drains, each response ends its connection, so that clients open others elsewhere. */
export function endConnections(app: App): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (app.drain.hasBegun) reply.raw.setHeader('connection', 'close')
    done()
  })
}
