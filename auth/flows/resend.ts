import { inTransaction } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { issueSms, sendSms } from '../mail/sms-codes.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { findAccountByEmail, findAccountByPhone, lockAccount } from '../queries/users.queries.ts'
import { resendEmailChange } from './email-change.ts'
import { type Mailing, sendConfirmation } from './sign-up.ts'

type ResendType = 'signup' | 'email_change' | 'sms' | 'phone_change'

/** Run it after the response. */
export async function resend(
  deps: Deps,
  { type, to }: { type: ResendType; to: string },
  mailing: Mailing,
): Promise<void> {
  const isByMail = type === 'signup' || type === 'email_change'
  const account = isByMail
    ? await findAccountByEmail(deps.pool, to)
    : await findAccountByPhone(deps.pool, to)
  if (!account) return
  if (type === 'signup' && !account.emailConfirmedAt)
    return await sendConfirmation(deps, account, mailing)
  if (type === 'sms' && !account.phoneConfirmedAt) {
    const phone = { ...account, email: null }
    return await sendConfirmation(deps, phone, mailing)
  }
  if (type === 'email_change') return await resendEmailChangeMails(deps, account.id, mailing)
  if (type === 'phone_change') await resendPhoneChange(deps, account.id, mailing)
}

async function resendEmailChangeMails(deps: Deps, userId: string, mailing: Mailing): Promise<void> {
  const messages = await inTransaction(deps.pool, async (client) => {
    const account = await lockAccount(client, userId)
    return account ? await resendEmailChange(deps, client, { account, ...mailing }) : []
  })
  for (const message of messages) await deps.mail(message)
}

async function resendPhoneChange(
  deps: Deps,
  userId: string,
  { clientInfo }: Mailing,
): Promise<void> {
  const message = await inTransaction(deps.pool, async (client) => {
    const account = await lockAccount(client, userId)
    if (!account?.newPhone) return null
    const entry = { userId, ip: clientInfo.ip, payload: { again: true }, now: deps.now() }
    await insertAuditEntry(client, { ...entry, action: 'phone_change_requested' })
    const sms = { account, phone: account.newPhone, kind: 'phone_change' } as const
    return await issueSms(deps, client, { ...sms, address: clientInfo.ip })
  })
  sendSms(deps, message)
}
