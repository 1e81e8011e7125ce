import { GoTrueClient } from '@supabase/auth-js'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { buildApp } from '../../server/app.ts'
import { openEmbeddedAuth } from '../../server/auth-gateway/embedded-auth.ts'
import { makeFieldKeys } from '../../server/platform/field-keys.ts'
import type { Message } from '../../server/platform/mail.ts'
import { openBrowser } from './gateway-site.ts'
import { openTestApp } from './test-app.ts'

export type EmbeddedSite = Awaited<ReturnType<typeof openEmbeddedSite>>

/** Opens both on one database, with a clock that `pass` moves. Call `close` at the end. */
export async function openEmbeddedSite(
  given: Partial<Parameters<typeof openEmbeddedAuth>[0]> = {},
) {
  let moment = new Date()
  const now = () => moment
  const mails: Pick<Message, 'to' | 'subject' | 'text'>[] = []
  const site = await openTestApp({ now: moment })
  const { database, settings } = site.deps
  const { publicUrl } = settings
  const keys = { signingKeys: JSON.stringify(await makeSigningKeys()), fieldKeys: makeFieldKeys() }
  const auth = await openEmbeddedAuth({
    ...{ pool: database.pool, now, publicUrl, confirmEmail: false, ...keys },
    mail: async (message) => void mails.push(message),
    ...given,
  })
  const deps = { ...site.deps, auth, now }
  const app = await buildApp(deps, { servePages: async () => undefined })
  await app.ready()

  return {
    ...{ app, auth, mails, deps, keys, databaseUrl: site.databaseUrl },
    pass(seconds: number) {
      moment = new Date(moment.getTime() + seconds * 1000)
    },
    visitor() {
      const browser = openBrowser((options) => app.inject(options), publicUrl)
      const client = new GoTrueClient({
        url: `${publicUrl}/auth/v1`,
        fetch: browser.fetch,
        ...{ detectSessionInUrl: false, persistSession: false, autoRefreshToken: false },
        experimental: { recoveryCodes: true },
      })
      return { browser, client }
    },
    async close() {
      await app.close()
      await auth.close()
      await site.close()
    },
  }
}
