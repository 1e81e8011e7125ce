import type { GoTrueClient, Session } from '@supabase/auth-js'
import type { TestProvider } from './provider.ts'
import { must, type TestAuth } from './test-service.ts'

/** The page of the client that a provider's flow comes back to. */
export const PAGE = 'http://localhost:3000/account?from=provider'

/** A man at his browser who signs in with the provider that the service calls `keycloak`. */
export function atProvider(t: TestAuth, provider: TestProvider) {
  /** The address that a call of the service redirects to. */
  async function follow(address: string, method = 'GET'): Promise<URL> {
    const { pathname, search } = new URL(address)
    const path = pathname.replace('/auth/v1', '')
    const { headers } = await (method === 'GET'
      ? t.ask('GET', path + search)
      : t.ask('POST', path, {
          body: search.slice(1),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }))
    return new URL(must(headers.get('location')))
  }

  /** Begins a sign-in; gives the address at the provider. */
  async function begin(
    client: GoTrueClient,
    options: { redirectTo?: string; scopes?: string; queryParams?: Record<string, string> } = {},
  ): Promise<URL> {
    const { data, error } = await client.signInWithOAuth({
      provider: 'keycloak',
      options: { redirectTo: PAGE, skipBrowserRedirect: true, ...options },
    })
    if (error) throw error
    return await follow(must(data.url))
  }

  /** The page at the client after `sub` has signed in at the provider. */
  async function comeBack(client: GoTrueClient, sub: string): Promise<URL> {
    const callback = await provider.visit((await begin(client)).href, sub)
    return await follow(callback.href)
  }

  /** A whole sign-in in the PKCE flow. */
  async function signIn(sub: string, client = t.client('192.0.2.1', 'pkce')) {
    const page = await comeBack(client, sub)
    const code = must(page.searchParams.get('code'))
    const { data, error } = await client.exchangeCodeForSession(code)
    if (error) throw error
    return { client, session: must<Session>(data.session) }
  }

  return { follow, begin, comeBack, signIn }
}

/** What a refusal at the client's page says, which must be the same in query and fragment. */
export function refusalIn(page: URL): { error: string; code: string; description: string } {
  const read = (from: URLSearchParams) => ({
    error: from.get('error') ?? '',
    code: from.get('error_code') ?? '',
    description: from.get('error_description') ?? '',
  })
  const [inQuery, inFragment] = [page.searchParams, new URLSearchParams(page.hash.slice(1))]
  if (JSON.stringify(read(inQuery)) !== JSON.stringify(read(inFragment)) || !inFragment.has('sb'))
    throw new Error(`Query and fragment differ: ${page.href}`)
  return read(inQuery)
}
