import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { emailExists } from '../errors.ts'
import {
  type Draft,
  type EmailChangeSide,
  emailChangedMail,
  emailChangeMail,
} from '../mail/mails.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import {
  applyPendingEmail,
  type ConfirmedSide,
  confirmedSideOf,
  setConfirmedSide,
  setPendingEmail,
} from '../queries/contacts.queries.ts'
import { deleteSessionsOf } from '../queries/sessions.queries.ts'
import { deleteTokensOf, deleteTokensOfKind, type OneTimeToken } from '../queries/tokens.queries.ts'
import { findAccountByEmail } from '../queries/users.queries.ts'
import type { Bearer } from '../requests/authenticate.ts'
import type { CodeChallenge } from '../tokens/flow-states.ts'
import { issueToken } from '../tokens/one-time-tokens.ts'
import type { Account } from '../user.ts'

// A change (auth-protocol 2.5, 2.6) needs confirmation from the new and, by default, the old address.

type MailParams = { target: string; challenge: CodeChallenge | null; clientInfo: ClientInfo }

/** Throws 422 email_exists, which reveals the address as the protocol does; 429. */
export async function requestEmailChange(
  deps: Deps,
  q: pg.PoolClient,
  { bearer, email, ...params }: MailParams & { bearer: Bearer; email: string },
): Promise<Draft[]> {
  const { account, session } = bearer
  const { clientInfo } = params
  if (await findAccountByEmail(q, email)) throw emailExists()
  const mail = { account, kind: 'email_change', address: clientInfo.ip } as const
  await deps.messageLimits.consumeMailOrThrow(q, mail)
  await setPendingEmail(q, account.id, { email, now: deps.now() })
  await insertAuditEntry(q, {
    action: 'email_change_requested',
    userId: account.id,
    sessionId: session.id,
    ip: clientInfo.ip,
    now: deps.now(),
  })
  return await changeMails(deps, q, {
    account: { ...account, newEmail: email },
    side: 'none',
    params,
  })
}

export async function resendEmailChange(
  deps: Deps,
  q: pg.PoolClient,
  { account, ...params }: MailParams & { account: Account },
): Promise<Draft[]> {
  if (!account.newEmail) return []
  const mail = { account, kind: 'email_change', address: params.clientInfo.ip } as const
  if (!(await deps.messageLimits.consumeMail(q, mail))) return []
  const entry = { userId: account.id, ip: params.clientInfo.ip, now: deps.now() }
  const payload = { again: true }
  await insertAuditEntry(q, { ...entry, action: 'email_change_requested', payload })
  const side = await confirmedSideOf(q, account.id)
  return await changeMails(deps, q, { account, side, params })
}

/** False while the other side has not confirmed; `account` is locked. Throws 422 email_exists. */
export async function confirmEmailChange(
  deps: Deps,
  q: pg.PoolClient,
  { account, token, clientInfo }: { account: Account; token: OneTimeToken; clientInfo: ClientInfo },
): Promise<boolean> {
  const { newEmail: email, email: before } = account
  if (!email) return false
  const now = deps.now()
  const entry = { userId: account.id, ip: clientInfo.ip, now }
  const side = token.kind === 'email_change_new' ? 'new' : 'current'
  const other = await confirmedSideOf(q, account.id)
  if (needsBothSides(deps, account) && (other === 'none' || other === side)) {
    await setConfirmedSide(q, account.id, side)
    await insertAuditEntry(q, { ...entry, action: 'email_change_confirmed', payload: { side } })
    return false
  }

  if (!(await applyPendingEmail(q, account, { email, now }))) throw emailExists()
  await deleteTokensOf(q, account.id)
  await deleteSessionsOf(q, account.id)
  await insertAuditEntry(q, { ...entry, action: 'user_updated_email' })
  await deps.emailChanged?.({ userId: account.id, before, email }, q)
  await notifyOwner(deps, q, { to: before, by: clientInfo }, emailChangedMail)
  return true
}

async function changeMails(
  deps: Deps,
  q: pg.PoolClient,
  { account, side, params }: { account: Account; side: ConfirmedSide; params: MailParams },
): Promise<Draft[]> {
  const { id: userId, email: before, newEmail: after } = account
  if (!after) return []
  const kinds = ['email_change_new', 'email_change_current'] as const
  await deleteTokensOfKind(q, { userId, kinds: [...kinds] })
  const messages: Draft[] = []
  const { siteName } = deps.settings
  const happening = { at: deps.now(), by: params.clientInfo }
  const addMail = async (kind: (typeof kinds)[number], recipient: EmailChangeSide) => {
    const issued = await issueToken(deps, q, { userId, kind, sentTo: recipient.to, ...params })
    messages.push(emailChangeMail({ siteName, ...happening, ...recipient, ...issued }))
  }
  if (side !== 'new') await addMail('email_change_new', { to: after, after, isNew: true })
  if (before && needsBothSides(deps, account) && side !== 'current')
    await addMail('email_change_current', { to: before, after, isNew: false })
  return messages
}

function needsBothSides({ settings }: Deps, { email, emailConfirmedAt }: Account): boolean {
  return settings.secureEmailChange && email !== null && emailConfirmedAt !== null
}
