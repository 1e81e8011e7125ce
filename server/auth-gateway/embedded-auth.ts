import type pg from 'pg'
import type { AuthMessage, AuthSettings, SendSms } from '../../auth/deps.ts'
import type { IdentitySettings } from '../../auth/providers/provider-settings.ts'
import { AuthRefused } from '../../auth/refused.ts'
import { createAuthService, type EmbeddedAuth } from '../../auth/service.ts'
import { PASSWORD_MIN_LENGTH, STAFF_PASSWORD_MIN_LENGTH } from '../../domain/passwords.ts'
import { SITE_WORDS } from '../config/site-words.ts'
import { type Database, type Queryable, queryableOn } from '../db/database.ts'
import type { AuthService, SignUps } from '../deps.ts'
import { Refused } from '../http/refused.ts'
import { followAddress } from '../members/follow-address.ts'
import { deletePendingProfile } from '../members/pending-profiles.queries.ts'
import { deriveSecret } from '../platform/field-keys.ts'
import type { Jobs } from '../platform/jobs.ts'

/** With a client, in its transaction: neither the mail nor what it tells is there without the other. */
export type SendMail = (message: AuthMessage, client?: pg.PoolClient) => Promise<void>

// A phone that lies about for a day, and a browser that is never closed, must be signed in again.
const SESSIONS = { idleSeconds: 24 * 3_600, sessionSeconds: 30 * 24 * 3_600 }

export type EmbeddedAuthDeps = {
  pool: pg.Pool
  now: () => Date
  publicUrl: string
  confirmEmail: boolean
  /** JSON Web Key set in JSON. */
  signingKeys: string
  /** The key ring; the service's own secret comes from it. */
  fieldKeys: string
  /** Shortest password; GOTRUE_PASSWORD_MIN_LENGTH. */
  passwordMinLength?: number
  /** Providers to sign in with, and whether members may link them themselves. */
  identities?: IdentitySettings
  /** Accounts by phone number. Without `smsHook` their SMS become mails, for the local mailbox to show. */
  phone?: Partial<AuthSettings>
  /** Multiplies what one address may ask for (RATE_LIMIT_SCALE). */
  requestScale?: number
  mail: SendMail
  /** Called in the transaction in which the mail of a sign-up proves it: its profile then is a member's. */
  signUpProven?: (userId: string, q: Queryable) => Promise<void>
}

/** The authentication service that comes with the site, as the gateway and the rooms use it. */
export async function openEmbeddedAuth(
  deps: EmbeddedAuthDeps,
): Promise<
  AuthService & Pick<EmbeddedAuth, 'callAsAdmin' | 'createUser' | 'idle' | 'cleanUp' | 'close'>
> {
  const { pool, now, publicUrl, confirmEmail, identities, phone, requestScale = 1, mail } = deps
  const { passwordMinLength = PASSWORD_MIN_LENGTH, signUpProven } = deps
  const service = await createAuthService({
    ...{ pool, now, mail, queueMail: mail },
    ...(!phone?.smsHook && { sms: smsByMail(mail) }),
    issuer: `${publicUrl}/auth/v1`,
    siteUrl: publicUrl,
    redirectAllowList: [`${publicUrl}/**`],
    signingKeys: JSON.parse(deps.signingKeys),
    secret: deriveSecret(deps.fieldKeys, 'auth'),
    settings: {
      siteName: 'CHAPS',
      confirmEmail,
      requestScale,
      secondFactorDemandedBy: 'staff',
      secondFactorPasswordMinLength: STAFF_PASSWORD_MIN_LENGTH,
      passwordMinLength,
      deniedPasswords: SITE_WORDS,
      // Nothing here reads the claim, and the token travels in a cookie with every request.
      claimedMetadataBytes: 0,
      changeEmail: true,
      freshSignInSeconds: 600,
      ...SESSIONS,
      ...identities,
      ...phone,
    },
    // A profile holds the address as well: bookings and mails go there.
    emailChanged: ({ userId, email }, client) =>
      followAddress(queryableOn(client), { userId, email, at: now() }),
    signUpDiscarded: (userId, client) => deletePendingProfile(queryableOn(client), userId),
    signUpProven: async (userId, client) => signUpProven?.(userId, queryableOn(client)),
    mailPages: { recovery: '/reset-password', signIn: '/login' },
  })
  const { find, isPassword, discard, hold } = service.signUps
  const signUps: SignUps = { find, discard, isPassword: (asked) => withReason(isPassword(asked)) }
  if (!confirmEmail) return { ...service, signUps }
  return {
    ...service,
    signUps,
    holdUser: (userId, work) =>
      hold(userId, (account, client) => {
        const { email = null, signedUpAt } = account ?? {}
        const isFound = email !== null && signedUpAt != null
        const user = isFound ? { email, confirmed: false, createdAt: signedUpAt } : null
        return work(user, queryableOn(client))
      }),
  }
}

/** The service's 'too many' in the site's words. */
async function withReason<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof AuthRefused) || error.status !== 429) throw error
    throw new Refused('too_many_requests', {}, { retryAfter: error.retryAfter })
  }
}

/**
 * The service's mails as jobs of the site, which try again: in the transaction of what they tell where
 * the service gives one. `jobs` are asked for when there is a mail, since they start after the service.
 */
export function mailByJobs(database: Database, jobs: () => Jobs): SendMail {
  return async (message, client) => {
    await jobs().enqueue(client ? queryableOn(client) : database.db, 'mail', message)
    jobs().kick()
  }
}

/** An SMS as a mail to its number at a host that there never is (RFC 2606). */
function smsByMail(mail: SendMail): SendSms {
  return ({ phone, message: text }) =>
    mail({ to: `${phone}@sms.invalid`, subject: `SMS to +${phone}`, text })
}
