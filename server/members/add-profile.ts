import type { ProfileCreate } from '../../domain/contract.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Queryable } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { claimNhsNumber } from './identity/identity.queries.ts'
import { flagSharedNumber } from './identity/shared-number.ts'
import { insertMember, type MemberRow } from './members.queries.ts'
import { sealNhsNumber } from './user-profile.ts'

export type AddProfileDeps = Pick<Deps, 'fieldKeys' | 'now' | 'jobs' | 'settings'>

/** Null when the account has a profile. A shared NHS number is flagged to the office only. */
export async function addProfile(
  deps: AddProfileDeps,
  q: Queryable,
  { userId, form }: { userId: string; form: ProfileCreate },
): Promise<MemberRow | null> {
  const now = deps.now()
  const nhs = form.nhs_number
    ? sealNhsNumber(deps.fieldKeys, { nhsNumber: form.nhs_number, userId })
    : null
  if (nhs) await claimNhsNumber(q, nhs.nhsNumberIndex, now)
  const row = await insertMember(q, {
    userId,
    email: form.email.toLowerCase(),
    firstName: form.first_name,
    lastName: form.last_name,
    gender: form.gender,
    dateOfBirth: form.date_of_birth,
    ethnicity: form.ethnicity,
    occupation: form.occupation || null,
    phone: form.phone,
    homeAddress: form.home_address,
    ...nhs,
    createdAt: now,
    updatedAt: now,
  })
  if (!row) return null
  const { id: memberId } = row
  const alsoOf = nhs
    ? await flagSharedNumber(q, deps, { memberId, index: nhs.nhsNumberIndex, now })
    : []
  await insertAudit(q, {
    actorUserId: userId,
    memberId,
    action: 'profile created',
    subject: `member ${memberId}`,
    details: alsoOf.length > 0 ? { nhsNumberAlsoOf: alsoOf } : {},
    at: now,
  })
  return row
}
