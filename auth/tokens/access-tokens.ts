import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { AuthError } from '../errors.ts'
import type { Account, AuthMethod } from '../user.ts'
import { metadataBytes } from '../users/user-metadata.ts'
import { ALGORITHMS } from './key-set.ts'
import type { SigningKeys } from './keys.ts'

type Claimed =
  | 'id'
  | 'aud'
  | 'email'
  | 'phone'
  | 'appMetadata'
  | 'userMetadata'
  | 'role'
  | 'isAnonymous'
export type Grant = {
  account: Pick<Account, Claimed>
  sessionId: string
  aal: string
  amr: AuthMethod[]
}

/** The `act` claim of an administrator's token, or ''. */
type SignedClaims = { role: string; sessionId: string | null; actor: string }

export type AccessTokens = {
  /** auth-protocol 2.2; `expiresAt` in Unix seconds. */
  sign(grant: Grant): Promise<{ token: string; expiresAt: number }>
  /** Valid for a minute; `operator` is the `act` claim (RFC 8693). */
  signAdmin(operator: string): Promise<string>
  /** Throws 403 or 400 bad_jwt. */
  verify(token: string): Promise<{ userId: string; sessionId: string | null }>
  /** Any issuer and audience, for keys that operators sign themselves. Throws 403 bad_jwt. */
  readSigned(token: string): Promise<SignedClaims>
}

export const AUDIENCE = 'authenticated'

const Uuid = z.guid()
const Actor = z.object({ sub: z.string().max(100) })
const ADMIN_SECONDS = 60

export function createAccessTokens({
  keys,
  issuer,
  seconds,
  metadataLimit,
  now,
}: {
  keys: SigningKeys
  issuer: string
  seconds: number
  metadataLimit: number
  now: () => Date
}): AccessTokens {
  return {
    async sign({ account, sessionId, aal, amr }) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const expiresAt = issuedAt + seconds
      const token = await new SignJWT({
        iss: issuer,
        sub: account.id,
        aud: account.aud,
        exp: expiresAt,
        iat: issuedAt,
        email: account.email ?? '',
        phone: account.phone ?? '',
        app_metadata: account.appMetadata,
        user_metadata:
          metadataBytes(account.userMetadata) <= metadataLimit ? account.userMetadata : {},
        role: account.role,
        aal,
        amr,
        session_id: sessionId,
        is_anonymous: account.isAnonymous,
      })
        .setProtectedHeader({ alg: keys.alg, kid: keys.kid, typ: 'JWT' })
        .sign(keys.privateKey)
      return { token, expiresAt }
    },

    async signAdmin(operator) {
      const issuedAt = Math.floor(now().getTime() / 1000)
      const times = { iat: issuedAt, exp: issuedAt + ADMIN_SECONDS }
      return await new SignJWT({
        iss: issuer,
        ...times,
        role: 'service_role',
        act: { sub: operator },
      })
        .setProtectedHeader({ alg: keys.alg, kid: keys.kid, typ: 'JWT' })
        .sign(keys.privateKey)
    },

    async verify(token) {
      const claims = await readClaims(token, { keys, now, issuer, audience: AUDIENCE })
      if (!claims.sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
      if (!Uuid.safeParse(claims.sub).success)
        throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
      const sessionId = Uuid.safeParse(claims.session_id)
      return { userId: claims.sub, sessionId: sessionId.success ? sessionId.data : null }
    },

    async readSigned(token) {
      const { role, session_id, act } = await readClaims(token, { keys, now })
      return {
        role: typeof role === 'string' ? role : '',
        sessionId: typeof session_id === 'string' && session_id ? session_id : null,
        actor: Actor.safeParse(act).data?.sub ?? '',
      }
    },
  }
}

async function readClaims(
  token: string,
  {
    keys,
    now,
    ...expected
  }: { keys: SigningKeys; now: () => Date; issuer?: string; audience?: string },
) {
  try {
    const { payload } = await jwtVerify(token, keys.verify, {
      algorithms: [...ALGORITHMS],
      ...expected,
      currentDate: now(),
    })
    return payload
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    const detail = error instanceof errors.JWTExpired ? 'token is expired' : error.message
    throw new AuthError(
      403,
      'bad_jwt',
      `invalid JWT: unable to parse or verify signature, ${detail}`,
    )
  }
}
