import type pg from 'pg'
import type { Core, Visitor } from '../core.ts'
import { inTransaction } from '../db/database.ts'
import type { SmsMessage } from '../deps.ts'
import { confirmationMail, knownAddressMail } from '../mail/mails.ts'
import { issueSms, sendSms } from '../mail/sms-codes.ts'
import { lockAccountOf } from '../queries/sign-ups.queries.ts'
import { insertAuditEntry } from '../queries/upkeep.queries.ts'
import { insertUser } from '../queries/users.queries.ts'
import { AuthRefused } from '../refused.ts'
import { Conflict } from '../retry-on-conflict.ts'
import { type Issued, issueToken } from '../tokens/one-time-tokens.ts'
import {
  type Account,
  isUnprovenSignUp,
  type Metadata,
  type User,
  type UserAnswer,
  userAnswer,
} from '../user.ts'
import { discardSignUp } from './discard-sign-up.ts'
import type { Challenged } from './flow-states.ts'
import { newUser } from './new-user.ts'
import { type SessionAnswer, startSession } from './sessions.ts'

/** One of `email` and `phone`; the other is null. */
export type Contact = { email: string | null; phone: string | null }

/** Where a confirmation mail leads, and who asked for it. */
export type Mailing = { target: string; challenge: Challenged | null; visitor: Visitor }

// Sign-ups of one address at once replace one another; so many in a row are overtaken by none.
const TRIES = 10

/**
 * Makes an account for an e-mail address or a phone number and a password that may be used
 * (auth-protocol 2.5). Without confirmation the answer is a Session, and an address that is taken is
 * refused with 422 user_already_exists. With confirmation it is a bare User whether the address is new
 * or not. A former sign-up that nobody has proven is replaced, under a new id: the last one counts
 * (the reference server keeps the first password, which may be a stranger's). For any other account the
 * User is made up and its owner gets a mail; nothing is stored. So that nobody can tell these apart, the
 * made-up one is complete (the reference server leaves its identities out) and the password is hashed in
 * any case.
 */
export async function signUp(
  core: Core,
  who: Contact & { password: string; data: Metadata },
  mailing: Mailing,
): Promise<UserAnswer | SessionAnswer> {
  const { email, phone, password, data } = who
  const mustConfirm = phone ? core.settings.confirmPhone : core.settings.confirmEmail
  await core.requestLimits.countSignUp(mailing.visitor.ip)
  const passwordHash = await core.hashing.run(() => core.passwords.hash(password))
  const now = core.now()
  const made = newUser({ email, phone, passwordHash, data, confirmed: !mustConfirm, now })
  const user = { ...made, signedUpAt: now }
  if (!mustConfirm) return await signUpUnconfirmed(core, user, mailing.visitor)

  const stored = await storeLast(core, user, mailing)
  if (stored.owner) await answerOwner(core, stored.owner, mailing)
  if (stored.sent) send(core, user, stored.sent)
  return userAnswer(user)
}

/** Stores an account whose address or number needs no confirmation, and signs it in. */
async function signUpUnconfirmed(core: Core, user: User, visitor: Visitor): Promise<SessionAnswer> {
  return await inTransaction(core.pool, async (client) => {
    if (!(await insertUser(client, user)))
      throw new AuthRefused(422, 'user_already_exists', 'User already registered')
    const entry = { userId: user.id, ip: visitor.ip, now: core.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_signedup' })
    return await startSession(core, client, { account: user, method: 'password', visitor })
  })
}

/** Makes an account that nobody is known by, and signs it in (auth-protocol 2.5). */
export async function signUpAnonymously(
  core: Core,
  data: Metadata,
  visitor: Visitor,
): Promise<SessionAnswer> {
  await core.requestLimits.countAnonymous(visitor.ip)
  const nobody = { email: null, passwordHash: null, confirmed: false }
  const account = newUser({ ...nobody, data, now: core.now() })
  return await inTransaction(core.pool, async (client) => {
    await insertUser(client, account)
    const entry = { userId: account.id, ip: visitor.ip, now: core.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_signedup' })
    return await startSession(core, client, { account, method: 'anonymous', visitor })
  })
}

/** Sends the mail or SMS that confirms an unconfirmed account again, within the limits. */
export async function sendConfirmation(
  core: Core,
  account: Account,
  mailing: Mailing,
): Promise<void> {
  const { id: userId, email, phone } = account
  const address = mailing.visitor.ip
  const sent = await inTransaction(core.pool, async (client) => {
    const mail = { account, kind: 'confirmation', address } as const
    if (email && !(await core.requestLimits.takeMail(client, mail))) return null
    const entry = { userId, ip: address, now: core.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_confirmation_requested' })
    return await confirmationOf(core, client, account, mailing)
  })
  if (sent) send(core, { email, phone }, sent)
}

type Stored = { owner?: Account; sent?: Confirmation | null }

/** Thrown where a sign-up must not replace the former one. */
class ResponseCache extends Error {}

async function storeLast(core: Core, user: User, mailing: Mailing): Promise<Stored> {
  for (let n = 1; ; n++) {
    try {
      return await inTransaction(core.pool, (client) => store(core, client, user, mailing))
    } catch (error) {
      // Conflict so often, this one counts as made before the others.
      if (error instanceof ResponseCache || (error instanceof Conflict && n === TRIES)) return {}
      if (!(error instanceof Conflict)) throw error
    }
  }
}

/**
 * Stores a sign-up that is to be confirmed, in place of a former one that nobody has proven. That one
 * stays when no mail or SMS may be sent any more, so that there is always a link or code that works.
 */
async function store(core: Core, q: pg.PoolClient, user: User, mailing: Mailing): Promise<Stored> {
  const { ip } = mailing.visitor
  const { email, phone } = user
  const now = core.now()
  const former = await lockAccountOf(q, user)
  if (former && !isUnprovenSignUp(former, now)) return { owner: former }
  const mayMail = email ? await core.requestLimits.takeSignUpMail(q, email) : true
  if (former) {
    await insertAuditEntry(q, { action: 'user_repeated_signup', userId: former.id, ip, now })
    if (!mayMail) return {}
    await discardSignUp(core, q, former)
  }
  // The limits on SMS remember the moment themselves.
  const isStored = await insertUser(q, phone ? { ...user, confirmationSentAt: null } : user)
  if (!isStored) throw new Conflict()
  await insertAuditEntry(q, { action: 'user_signedup', userId: user.id, ip, now })
  if (!mayMail) return {}
  const sent = await confirmationOf(core, q, user, mailing)
  const isSent =
    'issued' in sent || sent.sms || Object.hasOwn(core.settings.smsTestCodes, phone ?? '')
  if (former && !isSent) throw new ResponseCache()
  return { sent }
}

/** Tells who has this address that somebody tried to sign up with it, within the limits on mail. */
export async function answerOwner(core: Core, account: Account, mailing: Mailing): Promise<void> {
  const { visitor } = mailing
  const { id: userId, email: to } = account
  const entry = { userId, ip: visitor.ip, now: core.now() }
  await insertAuditEntry(core.pool, { ...entry, action: 'user_repeated_signup' })
  if (!(to ? account.emailConfirmedAt : account.phoneConfirmedAt))
    return await sendConfirmation(core, account, mailing)
  // An SMS costs, and tells somebody who knows that he has an account nothing.
  if (!to) return

  const mail = { account, kind: 'repeated_signup', address: visitor.ip } as const
  if (!(await core.requestLimits.takeMail(core.pool, mail))) return
  const letter = knownAddressMail({ to, siteName: core.settings.siteName, siteUrl: core.siteUrl })
  core.background.run('Mail to the owner of a known address', () => core.mail(letter))
}

type Confirmation = { issued: Issued } | { sms: SmsMessage | null }

/** What confirms the account, by mail or else by SMS; to be sent after commit. */
async function confirmationOf(
  core: Core,
  q: pg.PoolClient,
  account: Account,
  { target, challenge, visitor }: Mailing,
): Promise<Confirmation> {
  const { id: userId, email, phone } = account
  if (!email && phone) {
    const to = { account, phone, kind: 'sms_confirmation', address: visitor.ip } as const
    return { sms: await issueSms(core, q, to) }
  }
  const token = { userId, sentTo: email ?? '', kind: 'confirmation', target, challenge } as const
  return { issued: await issueToken(core, q, token) }
}

function send(core: Core, { email }: Contact, sent: Confirmation): void {
  if ('sms' in sent) {
    sendSms(core, sent.sms)
    return
  }
  const { siteName } = core.settings
  const letter = confirmationMail({ to: email ?? '', siteName, ...sent.issued })
  core.background.run('Confirmation mail', () => core.mail(letter))
}
