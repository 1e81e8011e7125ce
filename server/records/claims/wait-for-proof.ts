import { isPostal } from '../../../domain/postal-address.ts'
import { type ContactNotice, claimDecidedBy } from '../../../domain/record-claims.ts'
import type { Deps } from '../../deps.ts'
import { claimWaits, claimWaitsAtOffice } from '../../messages/mails/claim-waits.ts'
import { claimWaitsBySms } from '../../messages/sms/claim-waits.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { hashOfLinkKey, makeLinkKey } from '../../platform/keys/link-key.ts'
import { listStaffInRoles } from '../../staff/staff.queries.ts'
import { closeClaimLetter } from './claim-letters.queries.ts'
import { type Contacts, readContacts } from './former-contact.ts'
import type { Given } from './give-record.ts'
import { insertRecordClaim, type RecordClaimRow } from './record-claims.queries.ts'
import { waysOf } from './tell-old-contact.ts'

type WaitDeps = Pick<Deps, 'jobs' | 'settings' | 'fieldKeys'>

/**
 * Stores a claim that waits, ends the letter's code, and tells the contact of the record. The record is locked.
 */
export async function waitForProof(
  tx: Tx,
  deps: WaitDeps,
  { record, letter, account, now }: Given,
): Promise<void> {
  const told = await tellContacts(tx, deps, { record, letter, claimedAt: now, now })
  await insertRecordClaim(tx, {
    memberId: record.id,
    userId: account.userId,
    email: account.email,
    replacesAccount: letter.replacesAccount,
    letterId: letter.id,
    claimedAt: now,
    ...told,
  })
  await closeClaimLetter(tx, { id: letter.id, because: 'claimed', at: now })
  const { notice, isContactChanged } = told
  await insertAudit(tx, { by: account, memberId: record.id, at: now }, 'record claim waits', {
    letter: letter.id,
    notice,
    contactChanged: isContactChanged,
  })
}

type Told = Pick<
  RecordClaimRow,
  'contactKeyHash' | 'newContactKeyHash' | 'notice' | 'toldAt' | 'isContactChanged'
>

/**
 * Tells the contact of the record that an account claims it: the former one with a link that confirms or
 * refuses, one that the office entered lately with a link that only refuses; and each clinician. Returns what
 * the claim stores of it. `claimedAt`: when the account claimed first.
 */
export async function tellContacts(
  q: Queryable,
  deps: WaitDeps,
  { record, letter, claimedAt, now }: Omit<Given, 'account'> & { claimedAt: Date },
): Promise<Told> {
  const contacts = await readContacts(q, deps, { record, letterMadeAt: letter.madeAt, claimedAt })
  const former = waysOf(deps, [contacts.former])
  const lately = without(waysOf(deps, [contacts.current]), former)
  const notice = noticeOf(contacts, former)
  const contactKey = notice === 'message' ? makeLinkKey() : null
  const newContactKey = lately.emails.length + lately.mobiles.length > 0 ? makeLinkKey() : null
  if (contactKey) await send(former, contactKey)
  if (newContactKey) await send(lately, newContactKey)
  const { publicUrl } = deps.settings
  for (const { email: to } of await listStaffInRoles(q, ['clinician']))
    await deps.jobs.enqueue(
      q,
      'mail',
      claimWaitsAtOffice({ to, memberId: record.id, until: claimDecidedBy(now), publicUrl }),
    )
  return {
    contactKeyHash: contactKey === null ? null : hashOfLinkKey(contactKey),
    newContactKeyHash: newContactKey === null ? null : hashOfLinkKey(newContactKey),
    notice,
    toldAt: notice === 'message' ? now : null,
    isContactChanged: contacts.isChanged,
  }

  async function send({ emails, mobiles }: ReturnType<typeof waysOf>, key: string) {
    const link = `${deps.settings.publicUrl}/by-link#claim=${key}`
    const { firstName, id: memberId } = record
    for (const to of emails)
      await deps.jobs.enqueue(q, 'mail', claimWaits({ to, firstName, link, at: now }))
    for (const phone of mobiles)
      await deps.jobs.enqueue(q, 'sms', claimWaitsBySms({ phone, memberId, link }))
  }
}

type Ways = ReturnType<typeof waysOf>

function noticeOf({ former }: Contacts, { emails, mobiles }: Ways): ContactNotice {
  if (emails.length + mobiles.length > 0) return 'message'
  const { careOf, addressLines: lines, postcode } = former
  return isPostal({ careOf, lines, postcode }) ? 'letter' : 'nobody'
}

function without(ways: Ways, others: Ways): Ways {
  return {
    emails: ways.emails.filter((one) => !others.emails.includes(one)),
    mobiles: ways.mobiles.filter((one) => !others.mobiles.includes(one)),
  }
}
