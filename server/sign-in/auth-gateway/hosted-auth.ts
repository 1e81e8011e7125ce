import { createRemoteJWKSet } from 'jose'
import { z } from 'zod/mini'
import type { SeenAddress } from '../../members/follow-address.ts'
import type { AuthService, AuthUser } from '../../platform/auth-service.ts'

const UserSchema = z.object({
  email: z.string(),
  email_confirmed_at: z.nullish(z.string()),
  created_at: z.string(),
})

const SignedInSchema = z.object({
  id: z.optional(z.string()),
  email: z.nullish(z.string()),
  email_confirmed_at: z.nullish(z.string()),
  factors: z.nullish(z.array(z.object({ status: z.string() }))),
  app_metadata: z.nullish(z.object({ staff: z.optional(z.unknown()) })),
})

/**
 * A hosted authentication service at `url`, for example https://project.example/auth/v1. `key` is
 * its service key: never sent to browsers, needed by the service's gateway and, with
 * `confirmEmail`, to find unconfirmed accounts. `addressSeen` is called with the confirmed address
 * of each signed-in account found, because the service reports no changes. Rejects when it cannot
 * be reached.
 */
export function openHostedAuth(options: {
  url: string
  key: string
  confirmEmail: boolean
  addressSeen?: (account: SeenAddress) => Promise<void>
}): AuthService {
  const issuer = options.url.replace(/\/+$/, '')

  return {
    issuer,
    keys: createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
      headers: { apikey: options.key },
    }),
    call: (path, { method, headers, body, address }) =>
      ask(path, {
        method,
        headers: { ...headers, 'x-forwarded-for': address },
        ...(body !== undefined && { body }),
      }),
    async isSessionAlive({ accessToken, userId, level }) {
      const answer = await ask('/user', { headers: bearer(accessToken) })
      if (!isThere(answer)) return false
      const user = SignedInSchema.parse(await answer.json())
      const isStaff = user.app_metadata?.staff === true
      const hasFactor = user.factors?.some(({ status }) => status === 'verified') === true
      if (level !== 'aal2' && (isStaff || hasFactor)) return false
      if (user.id === userId && user.email && user.email_confirmed_at)
        await options.addressSeen?.({ userId, email: user.email })
      return true
    },
    async removeAccount(userId) {
      const path = `/admin/users/${encodeURIComponent(userId)}`
      const headers = { ...bearer(options.key), 'content-type': 'application/json' }
      const answer = await ask(path, { method: 'DELETE', headers, body: '{}' })
      if (!answer.ok && answer.status !== 404)
        throw new Error(`The service does not delete the account (${answer.status})`)
    },
    ...(options.confirmEmail && { findUser }),
  }

  async function findUser(userId: string): Promise<AuthUser | null> {
    const path = `/admin/users/${encodeURIComponent(userId)}`
    const answer = await ask(path, { headers: bearer(options.key) })
    if (!isThere(answer)) return null
    const user = UserSchema.parse(await answer.json())
    return {
      email: user.email,
      confirmed: Boolean(user.email_confirmed_at),
      createdAt: new Date(user.created_at),
    }
  }

  function ask(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('apikey', options.key)
    // Redirects are for the browser.
    const limits: RequestInit = { redirect: 'manual', signal: AbortSignal.timeout(10_000) }
    return fetch(issuer + path, { ...init, ...limits, headers })
  }
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

// A failing service has not refused: throw instead of signing the user out.
function isThere(answer: Response): boolean {
  if (answer.status >= 500 || answer.status === 429)
    throw new Error(`The authentication service answered ${answer.status}`)
  return answer.ok
}
