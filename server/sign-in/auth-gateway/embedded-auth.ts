import type pg from 'pg'
import { createAuthService, type EmbeddedAuth } from '../../../auth/embedded-service.ts'
import type { IdentitySettings } from '../../../auth/env/provider-settings.ts'
import { AuthError } from '../../../auth/errors.ts'
import type { AuthMessage, SendSms } from '../../../auth/options.ts'
import type { AuthSettings } from '../../../auth/settings.ts'
import type { Charity } from '../../../domain/charity.ts'
import { deviceText } from '../../../domain/device-text.ts'
import { letterhead } from '../../../domain/letterhead.ts'
import { PASSWORD_MIN_LENGTH, STAFF_PASSWORD_MIN_LENGTH } from '../../../domain/passwords.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { followAddress, type SeenAddress } from '../../members/follow-address.ts'
import { deletePendingProfile } from '../../members/pending-profiles.queries.ts'
import type { AuthService, SignUps } from '../../platform/auth-service.ts'
import { SITE_WORDS } from '../../platform/config/site-text.ts'
import { type Database, type Queryable, queryableOn } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { deriveSecret } from '../../platform/keys/field-keys.ts'
import { smsAsMail } from '../../platform/sms.ts'
import { openStaffAccounts } from './staff-accounts.ts'

/** With a client, sends in its transaction, so that the mail and the change commit together. */
export type SendMail = (message: AuthMessage, client?: pg.PoolClient) => Promise<void>

// A lost phone or a browser that is never closed must not stay signed in.
const SESSIONS = { idleSeconds: 24 * 3_600, sessionSeconds: 30 * 24 * 3_600 }

export type EmbeddedAuthDeps = {
  pool: pg.Pool
  now: () => Date
  publicUrl: string
  confirmEmail: boolean
  /** JSON Web Key set in JSON. */
  signingKeys: string
  /** The key ring; the service's own secret is derived from it. */
  fieldKeys: string
  /** Minimum password length; GOTRUE_PASSWORD_MIN_LENGTH. */
  passwordMinLength?: number
  /** Sign-in providers, and whether members may link them. */
  identities?: IdentitySettings
  /** Phone sign-in. Without `smsHook`, SMS are sent as mails to the local mailbox. */
  phone?: Partial<AuthSettings>
  /** Multiplies the rate limits by IP address (RATE_LIMIT_SCALE). */
  requestScale?: number
  mail: SendMail
  /** What mails say of the charity. */
  charity: () => Charity | Promise<Charity>
  /** Called in the transaction that confirms a sign-up, to make its profile a member's. */
  signUpConfirmed?: (userId: string, q: Queryable) => Promise<void>
  /** In the service's transaction, before the profile follows the address. */
  addressChanged?: (account: SeenAddress, q: Queryable) => Promise<void>
}

/** The authentication service embedded in the site. */
export async function openEmbeddedAuth(
  deps: EmbeddedAuthDeps,
): Promise<
  AuthService & Pick<EmbeddedAuth, 'callAsAdmin' | 'createUser' | 'idle' | 'cleanUp' | 'close'>
> {
  const { pool, now, publicUrl, confirmEmail, identities, phone, requestScale = 1, mail } = deps
  const { passwordMinLength = PASSWORD_MIN_LENGTH, signUpConfirmed } = deps
  const service = await createAuthService({
    pool,
    now,
    mail,
    queueMail: mail,
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
      secondFactorFlag: 'staff',
      secondFactorPasswordMinLength: STAFF_PASSWORD_MIN_LENGTH,
      passwordMinLength,
      deniedPasswords: SITE_WORDS,
      // Nothing here reads the claim, and the token is in a cookie of every request.
      claimedMetadataBytes: 0,
      changeEmail: true,
      freshSignInSeconds: 600,
      ...SESSIONS,
      ...identities,
      ...phone,
    },
    // The profile's copy of the address is the one for bookings and mails.
    async emailChanged({ userId, email }, client) {
      const q = queryableOn(client)
      await deps.addressChanged?.({ userId, email }, q)
      await followAddress(q, { userId, email, at: now() })
    },
    signUpDiscarded: (userId, client) => deletePendingProfile(queryableOn(client), userId),
    signUpConfirmed: async (userId, client) => signUpConfirmed?.(userId, queryableOn(client)),
    mailLook: {
      letterhead: async () => letterhead(await deps.charity()),
      timeZone: 'Europe/London',
      deviceWords: deviceText,
    },
    mailPages: { recovery: '/reset-password', signIn: '/login' },
  })
  const { isPassword, discard, withLock } = service.signUps
  const signUps: SignUps = {
    discard,
    isPassword: (request) => withReason(isPassword(request)),
  }
  const staffAccounts = openStaffAccounts(pool, service)
  const own = { ...service, removeAccount: (userId: string) => removeAccount(service, userId) }
  if (!confirmEmail) return { ...own, signUps, staffAccounts }
  return {
    ...own,
    signUps,
    staffAccounts,
    holdUser: (userId, work) =>
      withLock(userId, (account, client) => {
        const { email = null, signedUpAt } = account ?? {}
        const isFound = email !== null && signedUpAt != null
        const user = isFound ? { email, confirmed: false, createdAt: signedUpAt } : null
        return work(user, queryableOn(client))
      }),
  }
}

async function removeAccount(
  service: Pick<EmbeddedAuth, 'callAsAdmin'>,
  userId: string,
): Promise<void> {
  const init = { method: 'DELETE', operator: 'erasure', body: '{}' }
  const answer = await service.callAsAdmin(`/admin/users/${userId}`, init)
  if (!answer.ok && answer.status !== 404)
    throw new Error(`The service does not delete the account (${answer.status})`)
}

/** Maps the service's rate limit error to the site's. */
async function withReason<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    if (!(error instanceof AuthError) || error.status !== 429) throw error
    throw new Refused('too_many_requests', {}, { retryAfter: error.retryAfter })
  }
}

/**
 * Sends the service's mails as jobs with retries, in the service's transaction where it has one.
 * `jobs` is a function because jobs start after the service.
 */
export function mailByJobs(database: Database, jobs: () => Jobs): SendMail {
  return async (message, client) => {
    await jobs().enqueue(client ? queryableOn(client) : database.db, 'mail', message)
    jobs().kick(['mail'])
  }
}

function smsByMail(mail: SendMail): SendSms {
  return ({ phone, message: text }) => mail(smsAsMail({ phone, text }))
}
