import { totpCodeAt } from '../../auth/tokens/totp.ts'
import type { App, Deps } from '../deps.ts'
import { DEMO_STAFF, demoAuthenticator } from './demo-accounts.ts'

/** The codes of the demo's office accounts, as an authenticator app would show them. */
export function authenticatorRoute(app: App, { fieldKeys, now }: Deps): void {
  app.get('/dev/authenticator', { schema: { hide: true } }, (request, reply) => {
    const accounts = DEMO_STAFF.map(({ email }) => ({
      email,
      code: totpCodeAt(demoAuthenticator(fieldKeys, email), now()),
    }))
    reply.header('cache-control', 'no-store')
    if (request.headers.accept?.includes('application/json')) return reply.send({ accounts })
    return reply.type('text/html; charset=utf-8').send(page(accounts))
  })
}

function page(accounts: { email: string; code: string }[]): string {
  const rows = accounts.map(
    ({ email, code }) => `<tr><th scope="row">${email}</th><td>${code}</td></tr>`,
  )
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Demo authenticator</title><h1>Demo authenticator</h1><p>Each code works once, within its half minute. Reload for new ones.</p><table>${rows.join('')}</table></html>`
}
