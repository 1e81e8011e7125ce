import { type AuthChangeEvent, GoTrueClient } from '@supabase/auth-js'
import { SignJWT } from 'jose'
import { makeSigningKeys, readSigningKeys } from '../../auth/tokens/keys.ts'
import { buildApp } from '../../server/app.ts'
import { followSeenAddress, type SeenAddress } from '../../server/members/follow-address.ts'
import { openHostedAuth } from '../../server/sign-in/auth-gateway/hosted-auth.ts'
import { startAlone } from '../auth/standalone-service.ts'
import { createEmptyDatabase } from '../database/database.ts'
import { openBrowser } from './gateway-site.ts'
import { openTestApp } from './test-app.ts'

export const PUBLIC_URL = 'http://localhost:3000'

export type Visitor = ReturnType<Awaited<ReturnType<typeof openHostedSite>>['visitor']>

/**
 * The site in front of a hosted authentication service: `npm run auth` as a process with its
 * own database stands in for it; the site has only its address and key (AUTH_URL, AUTH_KEY).
 * `settings` are named in docs/auth-standalone.md.
 */
export async function openHostedSite({
  settings,
  confirmEmail,
}: {
  settings: Record<string, string>
  confirmEmail: boolean
}) {
  const signingKeys = await makeSigningKeys()
  const { kid, privateKey } = await readSigningKeys(signingKeys)
  const key = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey)
  const service = await startAlone({
    DATABASE_URL: await createEmptyDatabase(),
    GOTRUE_SITE_URL: PUBLIC_URL,
    GOTRUE_JWT_KEYS: JSON.stringify(signingKeys),
    GOTRUE_MAILER_AUTOCONFIRM: String(!confirmEmail),
    GOTRUE_RATE_LIMIT_HEADER: 'X-Forwarded-For',
    ...settings,
  })
  // The service dates tokens by its own clock.
  const site = await openTestApp({ now: new Date() })
  const addressSeen = (account: SeenAddress) => followSeenAddress(site.deps, account)
  const auth = openHostedAuth({ url: service.url, key, confirmEmail, addressSeen })
  const app = await buildApp({ ...site.deps, auth }, { servePages: async () => undefined })
  await app.ready()

  return {
    service,
    key,
    deps: site.deps,
    visitor() {
      const browser = openBrowser((options) => app.inject(options), PUBLIC_URL)
      const client = new GoTrueClient({
        url: `${PUBLIC_URL}/auth/v1`,
        fetch: browser.fetch,
        flowType: 'pkce',
        detectSessionInUrl: false,
        persistSession: false,
        autoRefreshToken: false,
        experimental: { recoveryCodes: true },
      })
      const events: AuthChangeEvent[] = []
      client.onAuthStateChange((event) => void events.push(event))
      return { browser, client, events }
    },
    async close() {
      await app.close()
      await site.close()
      await service.stop()
    },
  }
}

/** Whether no script of this browser could read its refresh token. */
export function keepsItsSecret({ browser }: Visitor): boolean {
  const real = browser.jar.get('rt')?.value.split('.')[1] ?? ''
  return /^[\w-]{40,}$/.test(real) && !browser.bodies.join().includes(real)
}
