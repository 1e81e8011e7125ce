import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { phoneExists } from '../errors.ts'
import { issueSms } from '../mail/sms-codes.ts'
import type { SmsMessage } from '../options.ts'
import { insertAuditEntry } from '../queries/audit.queries.ts'
import { setPendingPhone } from '../queries/contacts.queries.ts'
import { findAccountByPhone } from '../queries/users.queries.ts'
import type { Bearer } from '../requests/authenticate.ts'

/** Throws 422 phone_exists, 429 over_sms_send_rate_limit. */
export async function requestPhoneChange(
  deps: Deps,
  q: pg.PoolClient,
  { bearer, phone, clientInfo }: { bearer: Bearer; phone: string; clientInfo: ClientInfo },
): Promise<SmsMessage | null> {
  const { account, session } = bearer
  if (await findAccountByPhone(q, phone)) throw phoneExists()
  const now = deps.now()
  await setPendingPhone(q, account.id, { phone, now })
  const actor = { userId: account.id, sessionId: session.id, ip: clientInfo.ip }
  await insertAuditEntry(q, { action: 'phone_change_requested', ...actor, now })
  const sms = { account, phone, kind: 'phone_change', address: clientInfo.ip } as const
  return await issueSms(deps, q, { ...sms, mustSend: true })
}
