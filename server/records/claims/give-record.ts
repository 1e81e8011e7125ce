import { joinedBy } from '../../../domain/record-claims.ts'
import type { Deps } from '../../deps.ts'
import {
  type AccountHolderRow,
  type MemberRow,
  updateMember,
} from '../../members/members.queries.ts'
import { historyPlace } from '../../members/profile/update-profile.ts'
import { sealIdOf } from '../../members/user-profile.ts'
import { mergeAskedToOffice, recordLinked } from '../../messages/mails/record-linked.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { insertMergeRequest } from '../duplicates/merge-requests.queries.ts'
import { type ClaimLetterRow, closeClaimLetter } from './claim-letters.queries.ts'
import { tellOldContact } from './tell-old-contact.ts'

type GiveDeps = Pick<Deps, 'auth' | 'jobs' | 'settings' | 'fieldKeys'>
export type Account = { userId: string; email: string }
export type Given = {
  record: MemberRow
  letter: Pick<ClaimLetterRow, 'id' | 'madeAt' | 'closedAt' | 'replacesAccount'>
  account: Account
  now: Date
}

/**
 * Links the record to the account, or asks an admin to merge it with the account's own record. The
 * record is locked.
 */
export async function giveRecord(
  tx: Tx,
  deps: GiveDeps,
  { own, ...given }: Given & { own: AccountHolderRow | null },
): Promise<void> {
  if (own) await askToMerge(tx, deps, { own, ...given })
  else await linkRecord(tx, deps, given)
}

async function linkRecord(
  tx: Tx,
  deps: GiveDeps,
  { record, letter, account, now }: Given,
): Promise<void> {
  const { userId, email } = account
  const about = { by: userId, memberId: record.id, at: now }
  // Before the row changes, because the history is opened by what it is bound to.
  await tellOldContact(tx, deps, { record, letter, email, now })
  const sealId = sealIdOf(record)
  await updateMember(tx, record.id, { userId, email, sealId, updatedAt: now })
  await closeClaimLetter(tx, { id: letter.id, because: 'claimed', at: now })
  await insertAudit(tx, about, 'record claimed', {
    letter: letter.id,
    before: { account: record.userId },
    after: { account: userId },
  })
  if (record.email !== email) {
    const sealed = (value: string) => ({
      email: deps.fieldKeys.seal(value, historyPlace('email', sealIdOf(record))).toString('base64'),
    })
    await insertAudit(tx, about, 'profile changed', {
      changed: ['email'],
      before: sealed(record.email ?? ''),
      after: sealed(email),
    })
  }
  const { publicUrl } = deps.settings
  const mail = recordLinked({ to: email, firstName: record.firstName, at: now, publicUrl })
  await deps.jobs.enqueue(tx, 'mail', mail)
  // It opens nothing any more, but nobody should find that out from a page that is open.
  if (record.userId !== null) await deps.auth.staffAccounts?.endSessions(record.userId)
}

/** Nothing of the two records changes until an admin has compared them. */
async function askToMerge(
  tx: Tx,
  deps: GiveDeps,
  { own, record, letter, account, now }: Given & { own: AccountHolderRow },
): Promise<void> {
  await insertMergeRequest(tx, { memberId: own.id, otherId: record.id, askedAt: now })
  await closeClaimLetter(tx, { id: letter.id, because: 'merge asked', at: now })
  for (const memberId of [own.id, record.id])
    await insertAudit(tx, { by: account, memberId, at: now }, 'merge of records asked for', {
      letter: letter.id,
      records: [own.id, record.id],
    })
  const { officeEmail: office, publicUrl } = deps.settings
  const until = joinedBy(now)
  const mail = mergeAskedToOffice({ memberIds: [own.id, record.id], until, office, publicUrl })
  await deps.jobs.enqueue(tx, 'mail', mail)
}
