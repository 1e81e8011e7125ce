import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { MailReason } from '../limits/message-limits.ts'
import { confirmationMail, signInMail } from '../mail/mails.ts'
import { issueSms, sendSms } from '../mail/sms-codes.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import {
  findAccountByEmail,
  findAccountByPhone,
  insertUser,
  lockAccount,
} from '../queries/users.queries.ts'
import type { CodeChallenge } from '../tokens/flow-states.ts'
import { issueToken } from '../tokens/one-time-tokens.ts'
import type { Account, Metadata } from '../user.ts'
import { newUser } from '../users/new-user.ts'
import { isWithoutPassword, resetSignUp } from './discard-sign-up.ts'

type OtpRequest = {
  createUser: boolean
  data: Metadata
  clientInfo: ClientInfo
}

/** Run it after the response. */
export async function mailSignInLink(
  deps: Deps,
  request: OtpRequest & {
    email: string
    target: string
    challenge: CodeChallenge
    reason?: MailReason
  },
): Promise<void> {
  const { email, target, challenge, clientInfo, reason = 'any' } = request
  const { siteName, signInLinkSeconds } = deps.settings
  const known = await findAccountByEmail(deps.pool, email)
  if (!known && !request.createUser) return
  const message = await inTransaction(deps.pool, async (client) => {
    const account = known ?? (await addAccount(deps, client, { ...request, email, phone: null }))
    if (!account) return null
    const mail = { account, kind: 'magiclink', address: clientInfo.ip, reason } as const
    if (!(await deps.messageLimits.consumeMail(client, mail))) return null
    if (known) await applyLatestData(deps, client, { ...request, userId: known.id })
    const entry = { userId: account.id, ip: clientInfo.ip, now: deps.now() }
    await insertAuditEntry(client, { ...entry, action: 'sign_in_link_requested' })
    const isNew = account.emailConfirmedAt === null
    const token = { userId: account.id, sentTo: email, kind: 'magiclink', target } as const
    const type = isNew ? 'signup' : 'magiclink'
    const issued = await issueToken(deps, client, { ...token, type, challenge })
    const to = { to: email, siteName, ...issued }
    if (isNew) return confirmationMail(to)
    const minutes = Math.floor(signInLinkSeconds / 60)
    return signInMail({ ...to, minutes, at: deps.now(), by: clientInfo })
  })
  if (message) await deps.mail(message)
}

/** Where passwords of an account count no more; run it after the response. */
export function mailLinkInsteadOfPassword(
  deps: Deps,
  link: { email: string; target: string; clientInfo: ClientInfo },
): Promise<void> {
  const challenge = { code_challenge: '', code_challenge_method: '' }
  const options = { createUser: false, data: {}, challenge, reason: 'no password' } as const
  return mailSignInLink(deps, { ...link, ...options })
}

export async function smsSignInCode(
  deps: Deps,
  request: OtpRequest & { phone: string },
): Promise<void> {
  const { phone, clientInfo } = request
  const known = await findAccountByPhone(deps.pool, phone)
  if (!known && !request.createUser) return
  const message = await inTransaction(deps.pool, async (client) => {
    const account = known ?? (await addAccount(deps, client, { ...request, phone, email: null }))
    if (!account) return null
    const entry = { userId: account.id, ip: clientInfo.ip, now: deps.now() }
    await insertAuditEntry(client, { ...entry, action: 'sms_requested' })
    return await issueSms(deps, client, { account, phone, kind: 'sms', address: clientInfo.ip })
  })
  sendSms(deps, message)
}

/** The latest request's metadata counts for an unconfirmed account. */
async function applyLatestData(
  deps: Deps,
  q: pg.PoolClient,
  { userId, createUser, data }: OtpRequest & { userId: string },
): Promise<void> {
  if (!createUser) return
  const account = await lockAccount(q, userId)
  if (account && (await isWithoutPassword(q, account)))
    await resetSignUp(deps, q, { account, data })
}

/** Null when a concurrent request created it first. */
async function addAccount(
  deps: Deps,
  q: pg.PoolClient,
  params: OtpRequest & { email: string | null; phone: string | null },
): Promise<Account | null> {
  const { email, phone, data, clientInfo } = params
  const now = deps.now()
  const made = newUser({ email, phone, passwordHash: null, data, confirmed: false, now })
  const user = { ...made, confirmationSentAt: null, signedUpAt: now }
  if (!(await insertUser(q, user))) return null
  await insertAuditEntry(q, { action: 'user_signedup', userId: user.id, ip: clientInfo.ip, now })
  return user
}
