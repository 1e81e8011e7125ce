import type { App, Settings } from '../deps.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Headers of every answer, for those that are written past Fastify's hooks (send-kept.ts). */
    alwaysHeaders: Record<string, string>
  }
}

/** An answer that is not a page has nothing to load and is nobody's frame. */
const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

/** Sends the security headers with every answer, and `no-store` with all that says nothing else. */
export function sendSecurityHeaders(app: App, settings: Settings): void {
  const always = securityHeaders(settings)
  app.decorate('alwaysHeaders', always)
  app.addHook('onSend', (_request, reply, payload, done) => {
    for (const [name, value] of Object.entries(always)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}

/** What a page says besides; browsers read these of documents only. */
export const PAGE_HEADERS = {
  // Not stricter: with no-referrer a plain form post carries the origin 'null'.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
}

/** What checkout says instead: a bank's page in a frame may open a window, which must find back. */
export const CHECKOUT_HEADERS = { 'cross-origin-opener-policy': 'same-origin-allow-popups' }

/**
 * Headers that every answer carries, pages and errors included (ASVS 3.4). A page replaces the
 * Content-Security-Policy by its own and adds PAGE_HEADERS.
 */
export function securityHeaders({
  publicUrl,
  staging,
}: Pick<Settings, 'publicUrl' | 'staging'>): Record<string, string> {
  return {
    'content-security-policy': NO_PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(staging && { 'x-robots-tag': 'noindex' }),
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    }),
  }
}
