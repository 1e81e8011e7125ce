import type pg from 'pg'
import type { Core, Visitor } from './core.ts'
import { inTransaction } from './db/database.ts'
import type { Challenged } from './flow-states.ts'
import { confirmationMail, knownAddressMail } from './mails.ts'
import { newUser } from './new-user.ts'
import { type Issued, issueToken } from './one-time-tokens.ts'
import type { SmsMessage } from './parts.ts'
import { insertAuditEntry } from './queries-upkeep.ts'
import { findAccountByEmail, findAccountByPhone, insertUser } from './queries-users.ts'
import { AuthRefused } from './refused.ts'
import { type SessionAnswer, startSession } from './sessions.ts'
import { issueSms, sendSms } from './sms-codes.ts'
import { type Account, type Metadata, type User, type UserAnswer, userAnswer } from './user.ts'

/** One of `email` and `phone`; the other is null. */
export type Contact = { email: string | null; phone: string | null }

/** Where a confirmation mail leads, and who asked for it. */
export type Mailing = { target: string; challenge: Challenged | null; visitor: Visitor }

/**
 * Makes an account for an e-mail address or a phone number and a password that may be used
 * (auth-protocol 2.5). Without confirmation the answer is a Session, and an address that is taken is
 * refused with 422 user_already_exists. With confirmation it is a bare User whether the address is new
 * or not: for a known one the User is made up and the owner gets a mail. So that nobody can tell the two
 * apart, the made-up one is complete (the reference server leaves its identities out) and the password
 * is hashed in any case; it is never stored for an account that exists.
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
  const contact = { email, phone }
  const user = newUser({ ...contact, passwordHash, data, confirmed: !mustConfirm, now: core.now() })

  const known = await findKnown(core, contact)
  const made = known ? null : await makeAccount(core, user, mailing)
  if (made) return made

  // Two sign-ups of one address at once: the second finds it taken only when it stores it.
  const taken = known ?? (await findKnown(core, contact))
  if (!mustConfirm) throw new AuthRefused(422, 'user_already_exists', 'User already registered')
  if (taken) await answerOwner(core, taken, mailing)
  return userAnswer(user)
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
    const mail = { userId, kind: 'confirmation', address } as const
    if (email && !(await core.requestLimits.takeMail(client, mail))) return null
    const entry = { userId, ip: address, now: core.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_confirmation_requested' })
    return await confirmationOf(core, client, account, mailing)
  })
  if (sent) send(core, { email, phone }, sent)
}

async function findKnown({ pool }: Core, { email, phone }: Contact): Promise<Account | null> {
  if (email) return await findAccountByEmail(pool, email)
  return phone ? await findAccountByPhone(pool, phone) : null
}

async function makeAccount(
  core: Core,
  user: User,
  mailing: Mailing,
): Promise<UserAnswer | SessionAnswer | null> {
  const { visitor } = mailing
  const made = await inTransaction(core.pool, async (client) => {
    // The limits on SMS remember the moment themselves.
    const stored = user.phone ? { ...user, confirmationSentAt: null } : user
    if (!(await insertUser(client, stored))) return null
    const entry = { userId: user.id, ip: visitor.ip, now: core.now() }
    await insertAuditEntry(client, { ...entry, action: 'user_signedup' })
    if (user.emailConfirmedAt || user.phoneConfirmedAt)
      return {
        answer: await startSession(core, client, { account: user, method: 'password', visitor }),
      }
    return { answer: userAnswer(user), sent: await confirmationOf(core, client, user, mailing) }
  })
  if (made?.sent) send(core, user, made.sent)
  return made?.answer ?? null
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

  const mail = { userId, kind: 'repeated_signup', address: visitor.ip } as const
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
