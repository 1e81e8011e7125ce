import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  None,
} from 'openid-client'
import { isLoopback, isPrivateAddress } from '../env/provider-settings.ts'
import type { ProviderSettings } from '../settings.ts'
import { createIdTokens, type IdToken } from '../tokens/id-token.ts'
import type { Metadata } from '../user.ts'

export type ProviderCheck = { state: string; codeVerifier: string; nonce: string }

export type ProviderResult = { claims: Metadata; accessToken: string; refreshToken: string }

export type ProviderClient = {
  name: string
  settings: ProviderSettings
  authorizationUrl(
    check: ProviderCheck,
    entry: { scopes: string[]; more: Record<string, string> },
  ): Promise<URL>
  /** Verifies the id token; throws when any check fails. */
  exchange(result: Record<string, string>, check: ProviderCheck): Promise<ProviderResult>
  /** Throws the errors of jose. */
  readIdToken(token: string): Promise<IdToken>
}

export type Providers = {
  names: string[]
  find(name: string): ProviderClient | null
  findByIssuer(issuer: string, clientId: string): ProviderClient | null
}

const TIMEOUT_SECONDS = 10
const CACHE_SECONDS = 3_600
const SCOPES = ['openid', 'email', 'profile']

type Deps = { callbackUrl: string; now: () => Date }

/** Discovered on first use. Throws on an issuer that is neither HTTPS nor loopback. */
export function createProviders(settings: Record<string, ProviderSettings>, deps: Deps): Providers {
  const clients = Object.entries(settings).map(([name, of]) => createClient(name, of, deps))
  return {
    names: Object.keys(settings),
    find: (name) => clients.find((client) => client.name === name) ?? null,
    findByIssuer: (issuer, clientId) =>
      clients.find(
        ({ settings: of }) => isSameUrl(of.url, issuer) && clientIdsOf(of).includes(clientId),
      ) ?? null,
  }
}

/** The first one is used for sign-in. */
export function clientIdsOf({ clientId }: ProviderSettings): [string, ...string[]] {
  const [first = '', ...more] = clientId.split(',').map((id) => id.trim())
  return [first, ...more.filter(Boolean)]
}

function createClient(
  name: string,
  settings: ProviderSettings,
  { callbackUrl: ownCallback, now }: Deps,
): ProviderClient {
  const { callbackUrl = ownCallback } = settings
  checkIssuer(name, settings)
  const discovered = cacheResult(() => discover(settings), now)
  const idTokens = createIdTokens(now)
  const readIdToken = async (token: string) =>
    idTokens.read(token, (await discovered()).serverMetadata())

  return {
    name,
    settings,
    readIdToken,
    async authorizationUrl({ state, codeVerifier, nonce }, { scopes, more }) {
      return buildAuthorizationUrl(await discovered(), {
        ...more,
        redirect_uri: callbackUrl,
        scope: [...new Set([...SCOPES, ...scopes])].join(' '),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    async exchange(result, { state, codeVerifier, nonce }) {
      const config = await discovered()
      const url = new URL(callbackUrl)
      for (const [key, value] of Object.entries(result)) url.searchParams.set(key, value)
      const tokens = await authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
      })
      // openid-client skips the signature of a token that came over TLS.
      const { claims, audience } = await readIdToken(tokens.id_token ?? '')
      const [clientId] = clientIdsOf(settings)
      if (!claims.sub || !audience.includes(clientId))
        throw new Error('id token for another client')
      const needsMore = !claims.email && config.serverMetadata().userinfo_endpoint
      const more = needsMore ? await fetchUserInfo(config, tokens.access_token, claims.sub) : {}
      return {
        claims: { ...claims, ...more },
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? '',
      }
    },
  }
}

async function discover(settings: ProviderSettings): Promise<Configuration> {
  const { secret, url } = settings
  const [clientId] = clientIdsOf(settings)
  const issuer = new URL(url)
  const config = await discovery(issuer, clientId, undefined, authenticationWith(secret), {
    timeout: TIMEOUT_SECONDS,
    execute: isLoopback(issuer) ? [allowInsecureRequests] : [],
  })
  config.timeout = TIMEOUT_SECONDS
  return config
}

function authenticationWith(secret: string): ReturnType<typeof None> {
  if (!secret) return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (as, client, body, headers) => {
    const takesPost = as.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesPost ? post : basic)(as, client, body, headers)
  }
}

/** Concurrent callers share one request; a failure is not cached. */
function cacheResult<T>(load: () => Promise<T>, now: () => Date): () => Promise<T> {
  let cached: { result: Promise<T>; until: number } | null = null
  return () => {
    const time = now().getTime()
    if (cached && time < cached.until) return cached.result
    const entry = { result: load(), until: time + CACHE_SECONDS * 1000 }
    cached = entry
    entry.result.catch(() => {
      if (cached === entry) cached = null
    })
    return entry.result
  }
}

function checkIssuer(name: string, { url }: ProviderSettings): void {
  if (isPrivateAddress(url)) return
  throw new Error(`The issuer of the provider ${name} must be an https address`)
}

function isSameUrl(one: string, other: string): boolean {
  return URL.parse(one)?.href === URL.parse(other)?.href
}
