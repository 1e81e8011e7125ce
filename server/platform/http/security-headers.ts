import type { App, Settings } from '../../deps.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Headers of every response, for those written without Fastify's hooks (send-cached.ts). */
    alwaysHeaders: Record<string, string>
  }
}

const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

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

export const PAGE_HEADERS = {
  // Not stricter: with no-referrer a plain form post carries the origin 'null'.
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': permissions('camera=()'),
  'cross-origin-opener-policy': 'same-origin',
}

/** The door's screen scans codes with the tablet's camera. */
export const CAMERA_HEADERS = { 'permissions-policy': permissions('camera=(self)') }

/** The bank's page in a frame may open a window that must reach its opener. */
export const CHECKOUT_HEADERS = { 'cross-origin-opener-policy': 'same-origin-allow-popups' }

function permissions(camera: string): string {
  return `${camera}, microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()`
}

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
