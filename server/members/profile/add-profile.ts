import type { ProfileCreate } from '../../../domain/contract.ts'
import type { AuditAction } from '../../../domain/office/audit-actions.ts'
import type { AuditDetails } from '../../../domain/office/audit-details.ts'
import type { Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { addressAsTyped } from '../address-columns.ts'
import { claimNhsNumber } from '../identity/identity.queries.ts'
import { flagSharedNumber } from '../identity/shared-number.ts'
import { latinColumns } from '../latin-columns.ts'
import { insertMember, type MemberRow, type NewMemberRow } from '../members.queries.ts'
import { sealNote } from '../support-note.ts'
import { sealNhsNumber } from '../user-profile.ts'

export type AddProfileDeps = Pick<Deps, 'fieldKeys' | 'now' | 'jobs' | 'settings'>

/** Null when the account has a profile. A shared NHS number is flagged to the office only. */
export async function addProfile(
  deps: AddProfileDeps,
  q: Queryable,
  { userId, form }: { userId: string; form: ProfileCreate },
): Promise<MemberRow | null> {
  return addRow(deps, q, {
    nhsNumber: form.nhs_number ?? null,
    sealId: userId,
    actorUserId: userId,
    action: 'profile created',
    columns: {
      userId,
      email: form.email.toLowerCase(),
      firstName: form.first_name,
      lastName: form.last_name,
      ...latinColumns(form, { firstName: form.first_name, lastName: form.last_name }),
      gender: form.gender,
      dateOfBirth: form.date_of_birth,
      ethnicity: form.ethnicity,
      occupation: form.occupation || null,
      phone: form.phone,
      ...addressAsTyped(form.home_address),
    },
  })
}

/** The member with the NHS number sealed, the audit row, and the flag of a shared number. */
export async function addRow(
  deps: AddProfileDeps,
  q: Queryable,
  added: {
    columns: Omit<NewMemberRow, 'createdAt' | 'updatedAt'>
    nhsNumber: string | null
    sealId: string
    actorUserId: string
    action: AuditAction
    details?: AuditDetails
  },
): Promise<MemberRow | null> {
  const { columns, nhsNumber, sealId, actorUserId, action, details } = added
  const now = deps.now()
  const nhs = nhsNumber ? sealNhsNumber(deps.fieldKeys, { nhsNumber, sealId }) : null
  if (nhs) await claimNhsNumber(q, nhs.nhsNumberIndex, now)
  const row = await insertMember(q, {
    ...sealNote(deps.fieldKeys, columns),
    ...nhs,
    createdAt: now,
    updatedAt: now,
  })
  if (!row) return null
  const { id: memberId } = row
  const alsoOf = nhs?.nhsNumberIndex
    ? await flagSharedNumber(q, deps, { memberId, index: nhs.nhsNumberIndex, now })
    : []
  await insertAudit(q, { by: actorUserId, memberId, at: now }, action, {
    ...details,
    ...(alsoOf.length > 0 && { nhsNumberAlsoOf: alsoOf }),
  })
  return row
}
