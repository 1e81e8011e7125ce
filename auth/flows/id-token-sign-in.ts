import { createHash, timingSafeEqual } from 'node:crypto'
import { errors } from 'jose'
import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { AuthError, OAuthError, validationFailed } from '../errors.ts'
import { type ProviderUser, providerUser } from '../providers/provider-claims.ts'
import { clientIdsOf, type ProviderClient } from '../providers/provider-client.ts'
import { PROVIDERS } from '../providers/providers.ts'
import { insertUsedIdToken } from '../queries/used-id-tokens.queries.ts'
import type { Bearer } from '../requests/authenticate.ts'
import { type IdToken, isWellFormed, matchesAccessToken } from '../tokens/id-token.ts'
import type { Account } from '../user.ts'
import { auditFailureOf } from './audit.ts'
import { linkProvider } from './identities.ts'
import { signInWithProvider } from './provider-sign-in.ts'
import { type SessionResponse, startSession } from './sessions.ts'

/** auth-protocol 2.4; missing fields are ''. */
type IdTokenGrant = {
  id_token: string
  provider: string
  issuer: string
  client_id: string
  access_token: string
  nonce: string
}

/** Each id token works once (decision 17). Throws 400, and the errors of auth-protocol 2.7. */
export async function signInWithIdToken(
  deps: Deps,
  grant: IdTokenGrant,
  clientInfo: ClientInfo,
): Promise<SessionResponse> {
  const attempt = { action: 'login_failed', clientInfo, payload: { method: 'id_token' } } as const
  const { user, token } = await auditFailureOf(deps, attempt, () => verifyGrant(deps, grant))
  const finish = startSessionOnce(deps, token, { user, clientInfo })
  return await signInWithProvider(deps, user, { clientInfo, target: deps.siteUrl }, finish)
}

export async function linkByIdToken(
  deps: Deps,
  grant: IdTokenGrant,
  { bearer, clientInfo }: { bearer: Bearer; clientInfo: ClientInfo },
): Promise<SessionResponse> {
  const { user, token } = await verifyGrant(deps, grant)
  const finish = startSessionOnce(deps, token, { user, clientInfo })
  return await linkProvider(deps, { user, userId: bearer.account.id, clientInfo }, finish)
}

/** An id token is not used up by a failed attempt. */
function startSessionOnce(
  deps: Deps,
  { signed, endsAt }: IdToken,
  { user: { provider }, clientInfo }: { user: ProviderUser; clientInfo: ClientInfo },
) {
  return async (q: pg.PoolClient, account: Account): Promise<SessionResponse> => {
    const tokenHash = deps.secrets.hmac('id token', signed)
    if (!(await insertUsedIdToken(q, { tokenHash, expiresAt: endsAt })))
      throw invalidRequest('ID token has been used before')
    return await startSession(deps, q, { account, method: 'oauth', provider, clientInfo })
  }
}

async function verifyGrant(
  deps: Deps,
  grant: IdTokenGrant,
): Promise<{ user: ProviderUser; token: IdToken }> {
  if (!grant.id_token) throw invalidRequest('id_token required')
  const provider = findProvider(deps, grant)
  if (!isWellFormed(grant.id_token)) throw invalidRequest('Bad ID token')
  const token = await verifyIdToken(provider, grant.id_token)
  if (!token.claims.sub) throw invalidRequest('Missing sub claim in id_token')
  const { settings } = provider
  if (!clientIdsOf(settings).some((id) => id && token.audience.includes(id)))
    throw invalidRequest(`Unacceptable audience in id_token: [${token.audience.join(' ')}]`)
  if (!settings.skipNonceCheck) checkNonce(token, grant.nonce)
  if (grant.access_token && token.atHash && !matchesAccessToken(token, grant.access_token))
    throw invalidRequest('Bad ID token')
  return { user: providerUser(provider.name, token.claims), token }
}

function findProvider({ providers }: Deps, grant: IdTokenGrant): ProviderClient {
  const { provider: name, issuer, client_id: clientId } = grant
  if (!name && !(clientId && issuer))
    throw invalidRequest('provider or client_id and issuer required')
  const found = name ? providers.find(name) : providers.findByIssuer(issuer, clientId)
  if (found) return found
  if (name && !PROVIDERS.includes(name))
    throw validationFailed(`Custom OIDC provider "${name}" not allowed`)
  const message = `Provider (issuer "${issuer || name}") is not enabled`
  throw new AuthError(400, 'provider_disabled', message)
}

async function verifyIdToken(provider: ProviderClient, token: string): Promise<IdToken> {
  try {
    return await provider.readIdToken(token)
  } catch (error) {
    if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) throw error
    throw invalidRequest('Bad ID token')
  }
}

// The token contains the nonce's hash.
function checkNonce({ nonce: inToken }: IdToken, nonce: string): void {
  if (!inToken !== !nonce)
    throw invalidRequest('Passed nonce and nonce in id_token should either both exist or not.')
  const [one, other] = [Buffer.from(inToken), Buffer.from(nonce && sha256(nonce))]
  if (one.length !== other.length || !timingSafeEqual(one, other))
    throw new OAuthError('invalid nonce', 'Nonces mismatch')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function invalidRequest(description: string): OAuthError {
  return new OAuthError('invalid request', description)
}
