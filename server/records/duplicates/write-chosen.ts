import type { MergeRequest } from '../../../domain/office/merge-schemas.ts'
import type { MergeField } from '../../../domain/office/merges.ts'
import type { Deps } from '../../deps.ts'
import { recordIdentityChange } from '../../members/identity/record-change.ts'
import { flagSharedNumber } from '../../members/identity/shared-number.ts'
import { type MemberRow, updateMember } from '../../members/members.queries.ts'
import { historyPlace } from '../../members/profile/update-profile.ts'
import { sealNote, withNote } from '../../members/support-note.ts'
import { identityOf, sealIdOf, sealNhsNumber, toUserProfile } from '../../members/user-profile.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'

import { pickOverwritten, type SealedMerge } from './sealed-record.ts'

export const COLUMNS_OF: Record<MergeField, (keyof MemberRow)[]> = {
  first_name: ['firstName', 'latinFirstName'],
  last_name: ['lastName', 'latinLastName'],
  gender: ['gender'],
  date_of_birth: ['dateOfBirth'],
  email: ['email'],
  phone: ['phone', 'provenPhone'],
  address: ['homeAddress', 'careOf', 'staffMayOpen', 'addressLines', 'town', 'postcode'],
  billing_address: ['billingAddress'],
  contact_by: ['contactBy'],
  support_needs: ['supportNeeds', 'supportNote'],
  ethnicity: ['ethnicity'],
  occupation: ['occupation'],
}

/**
 * Writes the kept record with the fields that were chosen from the other, its account, and the NHS
 * number that one of them has, with before and after in the audit log. Returns what it wrote over.
 */
export async function writeChosen(
  tx: Tx,
  deps: Pick<Deps, 'fieldKeys' | 'jobs' | 'settings'>,
  {
    pair,
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
): Promise<Pick<SealedMerge['kept'], 'before' | 'after' | 'tookNumber'>> {
  const { fieldKeys } = deps
  const kept = withNote(fieldKeys, pair.kept)
  const merged = withNote(fieldKeys, pair.merged)
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
    ...sealNote(fieldKeys, values),
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
  await auditProfileChange(tx, deps, {
    before: kept,
    after,
    changed,
    hasOtherNumber: takesNumber,
    reason: request.reason,
    actorUserId,
    now,
  })
  return {
    before: pickOverwritten(kept, changed),
    after: pickOverwritten(after, changed),
    tookNumber: takesNumber,
  }
}

/** As a change of the profile, with the values sealed; nothing when nothing changed. */
export async function auditProfileChange(
  tx: Tx,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  change: {
    before: MemberRow
    after: MemberRow
    changed: readonly string[]
    hasOtherNumber: boolean
    reason: string
    actorUserId: string
    now: Date
  },
): Promise<void> {
  const { before, after, changed, hasOtherNumber, reason, actorUserId, now } = change
  if (changed.length === 0 && !hasOtherNumber) return
  const sealId = sealIdOf(before)
  const historyOf = (row: MemberRow) =>
    Object.fromEntries(
      changed.map((name) => {
        const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
        const text = [Reflect.get(row, name) ?? ''].flat().join(', ')
        return [field, fieldKeys.seal(text, historyPlace(field, sealId)).toString('base64')]
      }),
    )
  await insertAudit(tx, { by: actorUserId, memberId: before.id, at: now }, 'profile changed', {
    changed: hasOtherNumber ? [...changed, 'nhsNumber'] : changed,
    before: historyOf(before),
    after: historyOf(after),
    reason,
  })
}
