import type { GoTrueClient, Session } from '@supabase/auth-js'
import type { TestProvider } from './provider.ts'
import { must, type TestAuth } from './test-service.ts'

/** The client's page that a provider flow returns to. */
export const PAGE = 'http://localhost:3000/account?from=provider'

export function atProvider(t: TestAuth, provider: TestProvider) {
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

  async function comeBack(client: GoTrueClient, sub: string): Promise<URL> {
    const callback = await provider.visit((await begin(client)).href, sub)
    return await follow(callback.href)
  }

  async function signIn(sub: string, client = t.client('192.0.2.1', 'pkce')) {
    const page = await comeBack(client, sub)
    const code = must(page.searchParams.get('code'))
    const { data, error } = await client.exchangeCodeForSession(code)
    if (error) throw error
    return { client, session: must<Session>(data.session) }
  }

  return { follow, begin, comeBack, signIn }
}

/** The refusal in the URL of the client's page; query and fragment must agree. */
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
