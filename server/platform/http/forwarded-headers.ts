import type { App, Settings } from '../../deps.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Warnings for the operator; shown by `/readyz`. */
    warnings: string[]
  }
}

const HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip']
const SENTENCE =
  'Forwarded headers arrive, but TRUSTED_PROXY is not set: all visitors behind the proxy count as one'

/** Warns once in production of a proxy that is not configured. */
export function watchForwardedHeaders(app: App, { production, trustedProxy }: Settings): void {
  const warnings: string[] = []
  app.decorate('warnings', warnings)
  if (!production || trustedProxy !== undefined) return
  app.addHook('onRequest', (request, _reply, done) => {
    if (warnings.length === 0 && HEADERS.some((name) => request.headers[name] !== undefined)) {
      warnings.push(SENTENCE)
      app.log.warn(SENTENCE)
    }
    done()
  })
}
