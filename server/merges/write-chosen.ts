import type { MergeRequest } from '../../domain/office/merge-shapes.ts'
import type { MergeField } from '../../domain/office/merges.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { recordIdentityChange } from '../members/identity/record-change.ts'
import { flagSharedNumber } from '../members/identity/shared-number.ts'
import { type MemberRow, updateMember } from '../members/members.queries.ts'
import { historyPlace } from '../members/update-profile.ts'
import { identityOf, sealIdOf, sealNhsNumber, toUserProfile } from '../members/user-profile.ts'

export const COLUMNS_OF: Record<MergeField, (keyof MemberRow)[]> = {
  first_name: ['firstName'],
  last_name: ['lastName'],
  gender: ['gender'],
  date_of_birth: ['dateOfBirth'],
  email: ['email'],
  phone: ['phone'],
  address: ['homeAddress', 'addressLines', 'town', 'postcode'],
  billing_address: ['billingAddress'],
  contact_by: ['contactBy'],
  support_needs: ['supportNeeds', 'supportNote'],
  ethnicity: ['ethnicity'],
  occupation: ['occupation'],
}

/**
 * Writes the kept record with the fields that were chosen from the other, its account, and the NHS
 * number that one of them has, with before and after in the audit log.
 */
export async function writeChosen(
  tx: Tx,
  deps: Pick<Deps, 'fieldKeys' | 'jobs' | 'settings'>,
  {
    pair: { kept, merged },
    request,
    userId,
    actorUserId,
    now,
  }: {
    pair: { kept: MemberRow; merged: MemberRow }
    request: MergeRequest
    userId: string | null
    actorUserId: string
    now: Date
  },
): Promise<void> {
  const { fieldKeys } = deps
  const chosen = Object.entries(COLUMNS_OF).flatMap(([field, columns]) =>
    request.fields[field as MergeField] === 'merged' ? columns : [],
  )
  const values: Partial<MemberRow> = Object.fromEntries(
    chosen.map((column) => [column, merged[column]]),
  )
  // The address that signs in is the address of the record.
  if (userId !== null) values.email = userId === merged.userId ? merged.email : kept.email

  const sealId = sealIdOf(kept)
  const number = toUserProfile(merged, fieldKeys).nhsNumber
  const takesNumber = number !== null && kept.nhsNumber === null
  const after = { ...kept, ...values }
  const changed = Object.keys(values).filter(
    (name) => JSON.stringify(Reflect.get(kept, name)) !== JSON.stringify(Reflect.get(after, name)),
  )
  await updateMember(tx, kept.id, {
    ...values,
    userId,
    sealId,
    ...(takesNumber && sealNhsNumber(fieldKeys, { nhsNumber: number, sealId })),
    nhsConfirmedAt: kept.nhsConfirmedAt ?? merged.nhsConfirmedAt,
    updatedAt: now,
  })
  const ownNumber = toUserProfile(kept, fieldKeys).nhsNumber
  await recordIdentityChange(tx, deps, {
    row: kept,
    now,
    actorUserId,
    before: identityOf(kept, ownNumber),
    after: identityOf(after, ownNumber ?? number),
  })
  if (takesNumber && merged.nhsNumberIndex)
    await flagSharedNumber(tx, deps, { memberId: kept.id, index: merged.nhsNumberIndex, now })
  if (changed.length === 0 && !takesNumber) return
  const historyOf = (row: MemberRow) =>
    Object.fromEntries(
      changed.map((name) => {
        const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
        const text = [Reflect.get(row, name) ?? ''].flat().join(', ')
        return [field, fieldKeys.seal(text, historyPlace(field, sealId)).toString('base64')]
      }),
    )
  await insertAudit(tx, {
    actorUserId,
    memberId: kept.id,
    action: 'profile changed',
    subject: `member ${kept.id}`,
    details: {
      changed: takesNumber ? [...changed, 'nhsNumber'] : changed,
      before: historyOf(kept),
      after: historyOf(after),
      reason: request.reason,
    },
    at: now,
  })
}
