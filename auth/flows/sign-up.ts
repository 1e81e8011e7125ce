import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import { inTransaction } from '../db/database.ts'
import { Conflict } from '../db/retry-on-conflict.ts'
import type { Deps } from '../deps.ts'
import { AuthError } from '../errors.ts'
import { confirmationMail, existingAccountMail } from '../mail/mails.ts'
import { issueSms, sendSms } from '../mail/sms-codes.ts'
import type { SmsMessage } from '../options.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { lockAccountOf } from '../queries/sign-ups.queries.ts'
import { insertUser } from '../queries/users.queries.ts'
import type { CodeChallenge } from '../tokens/flow-states.ts'
import { type IssuedToken, issueToken } from '../tokens/one-time-tokens.ts'
import {
  type Account,
  isUnconfirmedSignUp,
  type Metadata,
  toUserResponse,
  type User,
  type UserResponse,
} from '../user.ts'
import { newUser } from '../users/new-user.ts'
import { discardSignUp } from './discard-sign-up.ts'
import { type SessionResponse, startSession } from './sessions.ts'

export type Contact = { email: string | null; phone: string | null }

export type Mailing = { target: string; challenge: CodeChallenge | null; clientInfo: ClientInfo }

// Concurrent sign-ups of one address replace one another.
const MAX_ATTEMPTS = 10

/** For a known address the User is made up and its owner gets a mail (auth-protocol 2.5). */
export async function signUp(
  deps: Deps,
  params: Contact & { password: string; data: Metadata },
  mailing: Mailing,
): Promise<UserResponse | SessionResponse> {
  const { email, phone, password, data } = params
  const mustConfirm = phone ? deps.settings.confirmPhone : deps.settings.confirmEmail
  await deps.rateLimits.consumeOrThrow(deps.pool, 'sign-ups of', mailing.clientInfo.ip)
  const passwordHash = await deps.hashing.run(() => deps.passwords.hash(password))
  const now = deps.now()
  const created = newUser({ email, phone, passwordHash, data, confirmed: !mustConfirm, now })
  const user = { ...created, signedUpAt: now }
  if (!mustConfirm) return await signUpWithoutConfirmation(deps, user, mailing.clientInfo)

  const stored = await storeSignUp(deps, user, mailing)
  if (stored.owner) await notifyExistingOwner(deps, stored.owner, mailing)
  if (stored.sent) sendConfirmationMessage(deps, user, stored.sent)
  return toUserResponse(user)
}

async function signUpWithoutConfirmation(
  deps: Deps,
  user: User,
  clientInfo: ClientInfo,
): Promise<SessionResponse> {
  return await inTransaction(deps.pool, async (client) => {
    if (!(await insertUser(client, user)))
      throw new AuthError(422, 'user_already_exists', 'User already registered')
    const entry = { userId: user.id, ip: clientInfo.ip, now: deps.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_signedup' })
    return await startSession(deps, client, { account: user, method: 'password', clientInfo })
  })
}

export async function signUpAnonymously(
  deps: Deps,
  data: Metadata,
  clientInfo: ClientInfo,
): Promise<SessionResponse> {
  await deps.rateLimits.consumeOrThrow(deps.pool, 'anonymous sign-ups of', clientInfo.ip)
  const anonymous = { email: null, passwordHash: null, confirmed: false }
  const account = newUser({ ...anonymous, data, now: deps.now() })
  return await inTransaction(deps.pool, async (client) => {
    await insertUser(client, account)
    const entry = { userId: account.id, ip: clientInfo.ip, now: deps.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_signedup' })
    return await startSession(deps, client, { account, method: 'anonymous', clientInfo })
  })
}

export async function sendConfirmation(
  deps: Deps,
  account: Account,
  mailing: Mailing,
): Promise<void> {
  const { id: userId, email, phone } = account
  const address = mailing.clientInfo.ip
  const sent = await inTransaction(deps.pool, async (client) => {
    const mail = { account, kind: 'confirmation', address } as const
    if (email && !(await deps.messageLimits.consumeMail(client, mail))) return null
    const entry = { userId, ip: address, now: deps.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_confirmation_requested' })
    return await confirmationOf(deps, client, account, mailing)
  })
  if (sent) sendConfirmationMessage(deps, { email, phone }, sent)
}

type Stored = { owner?: Account; sent?: Confirmation | null }

/** Rolls back, so that the previous sign-up stays. */
class MailLimitReached extends Error {}

async function storeSignUp(deps: Deps, user: User, mailing: Mailing): Promise<Stored> {
  for (let n = 1; ; n++) {
    try {
      return await inTransaction(deps.pool, (client) => tryStoreSignUp(deps, client, user, mailing))
    } catch (error) {
      if (error instanceof MailLimitReached || (error instanceof Conflict && n === MAX_ATTEMPTS))
        return {}
      if (!(error instanceof Conflict)) throw error
    }
  }
}

/** The previous sign-up stays when no mail may be sent, so that one working link always exists. */
async function tryStoreSignUp(
  deps: Deps,
  q: pg.PoolClient,
  user: User,
  mailing: Mailing,
): Promise<Stored> {
  const { ip } = mailing.clientInfo
  const { email, phone } = user
  const now = deps.now()
  const previous = await lockAccountOf(q, user)
  if (previous && !isUnconfirmedSignUp(previous, now)) return { owner: previous }
  const mayMail = email ? await deps.messageLimits.consumeSignUpMail(q, email) : true
  if (previous) {
    await insertAuditEntry(q, { action: 'user_repeated_signup', userId: previous.id, ip, now })
    if (!mayMail) return {}
    await discardSignUp(deps, q, previous)
  }
  // The SMS rate limit stores the time itself.
  const isStored = await insertUser(q, phone ? { ...user, confirmationSentAt: null } : user)
  if (!isStored) throw new Conflict()
  await insertAuditEntry(q, { action: 'user_signedup', userId: user.id, ip, now })
  if (!mayMail) return {}
  const sent = await confirmationOf(deps, q, user, mailing)
  const isSent =
    'issued' in sent || sent.sms || Object.hasOwn(deps.settings.smsTestCodes, phone ?? '')
  if (previous && !isSent) throw new MailLimitReached()
  return { sent }
}

export async function notifyExistingOwner(
  deps: Deps,
  account: Account,
  mailing: Mailing,
): Promise<void> {
  const { clientInfo } = mailing
  const { id: userId, email: to } = account
  const entry = { userId, ip: clientInfo.ip, now: deps.now() }
  await insertAuditEntry(deps.pool, { ...entry, action: 'user_repeated_signup' })
  if (!(to ? account.emailConfirmedAt : account.phoneConfirmedAt))
    return await sendConfirmation(deps, account, mailing)
  if (!to) return

  const mail = { account, kind: 'repeated_signup', address: clientInfo.ip } as const
  if (!(await deps.messageLimits.consumeMail(deps.pool, mail))) return
  const message = existingAccountMail({
    to,
    siteName: deps.settings.siteName,
    siteUrl: deps.siteUrl,
    at: deps.now(),
    by: clientInfo,
  })
  deps.background.run('Mail to the owner of a known address', () => deps.mail(message))
}

type Confirmation = { issued: IssuedToken } | { sms: SmsMessage | null }

async function confirmationOf(
  deps: Deps,
  q: pg.PoolClient,
  account: Account,
  { target, challenge, clientInfo }: Mailing,
): Promise<Confirmation> {
  const { id: userId, email, phone } = account
  if (!email && phone) {
    const to = { account, phone, kind: 'sms_confirmation', address: clientInfo.ip } as const
    return { sms: await issueSms(deps, q, to) }
  }
  const token = { userId, sentTo: email ?? '', kind: 'confirmation', target, challenge } as const
  return { issued: await issueToken(deps, q, token) }
}

function sendConfirmationMessage(deps: Deps, { email }: Contact, sent: Confirmation): void {
  if ('sms' in sent) {
    sendSms(deps, sent.sms)
    return
  }
  const { siteName } = deps.settings
  const message = confirmationMail({ to: email ?? '', siteName, ...sent.issued })
  deps.background.run('Confirmation mail', () => deps.mail(message))
}
