import { createHash, timingSafeEqual } from 'node:crypto'
import {
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'

/** Issuer, signature and lifetime are verified; callers check audience and nonce. */
export type IdToken = {
  claims: JWTPayload
  audience: string[]
  nonce: string
  atHash: string
  alg: string
  /** Unlike the signature, the signed part has only one encoding. */
  signed: string
  /** With clock skew. */
  endsAt: Date
}

// No HMAC: anyone with the client's secret could sign.
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'].concat([
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
])
const SKEW_SECONDS = 30
const TIMEOUT_MS = 5_000

export function createIdTokens(now: () => Date) {
  let cached: { at: string; keys: JWTVerifyGetKey } | null = null
  const keysAt = (at: string) => {
    if (cached?.at !== at)
      cached = { at, keys: createRemoteJWKSet(new URL(at), { timeoutDuration: TIMEOUT_MS }) }
    return cached.keys
  }

  return {
    async read(
      token: string,
      { issuer, jwks_uri: at }: { issuer: string; jwks_uri?: string },
    ): Promise<IdToken> {
      if (!at) throw new Error('The provider publishes no keys')
      const { payload, protectedHeader } = await jwtVerify(token, keysAt(at), {
        issuer,
        algorithms: ALGORITHMS,
        requiredClaims: ['iat', 'exp', 'aud'],
        clockTolerance: SKEW_SECONDS,
        currentDate: now(),
      })
      return {
        claims: payload,
        audience: [payload.aud ?? []].flat(),
        nonce: typeof payload.nonce === 'string' ? payload.nonce : '',
        atHash: typeof payload.at_hash === 'string' ? payload.at_hash : '',
        alg: protectedHeader.alg,
        signed: token.slice(0, token.lastIndexOf('.')),
        endsAt: new Date(((payload.exp ?? 0) + SKEW_SECONDS) * 1000),
      }
    },
  }
}

export function isWellFormed(token: string): boolean {
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return false
  try {
    decodeJwt(token)
    return ALGORITHMS.includes(decodeProtectedHeader(token).alg ?? '')
  } catch {
    return false
  }
}

/** OpenID Connect Core 1.0, 3.1.3.6. */
export function matchesAccessToken({ atHash, alg }: IdToken, accessToken: string): boolean {
  const bits = /(384|512)$/.exec(alg)?.[1] ?? (alg.startsWith('Ed') ? '512' : '256')
  const hash = createHash(`sha${bits}`).update(accessToken).digest()
  const expected = Buffer.from(hash.subarray(0, hash.length / 2).toString('base64url'))
  const actual = Buffer.from(atHash)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
