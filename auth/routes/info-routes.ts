import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { PROVIDERS } from '../providers/providers.ts'

/** auth-protocol 2.2, 2.10. */
export function aboutRoutes(app: FastifyInstance, { settings, providers, keys }: Deps): void {
  app.get('/health', async () => ({
    version: '1',
    name: 'Auth',
    description: 'Signs people in and keeps their sessions',
  }))

  app.get('/settings', async () => ({
    external: {
      anonymous_users: settings.anonymousSignIns,
      ...Object.fromEntries(PROVIDERS.map((name) => [name, false])),
      ...Object.fromEntries(providers.names.map((name) => [name, true])),
      email: settings.email,
      phone: settings.phone,
    },
    disable_signup: settings.disableSignup,
    mailer_autoconfirm: !settings.confirmEmail,
    phone_autoconfirm: !settings.confirmPhone,
    sms_provider: settings.smsHook ? 'hook' : '',
    saml_enabled: false,
    password_min_length: settings.passwordMinLength,
  }))

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=600')
    return keys.published
  })
}
