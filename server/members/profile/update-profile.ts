import type { ContactChoices } from '../../../domain/contact-schemas.ts'
import type { ProfileUpdate } from '../../../domain/contract.ts'
import type { Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import { consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import { claimNhsNumber, endNumberReviews } from '../identity/identity.queries.ts'
import { recordIdentityChange } from '../identity/record-change.ts'
import { flagSharedNumber } from '../identity/shared-number.ts'
import { lockProfileOfUser, type MemberRow, updateMember } from '../members.queries.ts'
import { checkReach, proofAfter } from '../profile-fields.ts'
import { sealNote, withNote } from '../support-note.ts'
import { identityOf, nhsNumberIndex, sealIdOf } from '../user-profile.ts'
import {
  changedNames,
  fieldsAfter,
  nhsNumberAfter,
  type ProfileChange,
  refuseWhatIsTheirs,
} from './profile-change.ts'

type UpdateDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'jobs' | 'settings' | 'cache'>

/**
 * An NHS number sent alone was typed twice and counts as confirmed (rules §2.5). Throws Refused:
 * not_found, invalid_request (with `fields`), age_out_of_range.
 */
export async function updateProfile(
  deps: UpdateDeps,
  {
    userId,
    form,
    saveResponse,
  }: {
    userId: string
    form: ProfileUpdate & Pick<ProfileChange, keyof ContactChoices>
    saveResponse?: (q: Queryable) => Promise<unknown>
  },
): Promise<void> {
  const { email, ...fields } = form
  if (email !== undefined) {
    throw invalidField(
      'email',
      'Please change the email address with ‘Change email address’ in your profile.',
    )
  }
  const now = deps.now()
  await commit(deps, async (tx) => {
    // Before the own row is locked, to avoid a deadlock.
    if (form.nhs_number) await claimNhsNumber(tx, nhsNumberIndex(deps, form.nhs_number), now)
    const row = await lockProfileOfUser(tx, userId)
    if (!row) throw new Refused('not_found')
    await saveResponse?.(tx)
    await writeProfile(tx, deps, { row, form: fields, now, actorUserId: userId })
  })
}

/**
 * The locked profile's change with its history and review; `why` is added to the audit row. Throws
 * Refused as updateProfile does, also for an e-mail address or NHS number that only the member
 * changes.
 */
export async function writeProfile(
  tx: Tx,
  deps: Omit<UpdateDeps, 'database' | 'cache'>,
  change: {
    row: MemberRow
    form: ProfileChange
    now: Date
    actorUserId: string
    why?: { reason: string | null }
  },
): Promise<void> {
  const { form, now, actorUserId, why } = change
  const row = withNote(deps.fieldKeys, change.row)
  const isOwn = actorUserId === row.userId
  if (!isOwn) refuseWhatIsTheirs(form, row)
  const fields = fieldsAfter(form, row, now)
  const nhs = nhsNumberAfter(form, row, deps, now)
  const changed = changedNames(fields, row)
  if (nhs.isOther) changed.push('nhsNumber')
  if (nhs.isConfirmedNow) changed.push('nhsConfirmedAt')
  const proof = proofAfter(form, row, { phone: fields.phone, isOwn })
  if (form.phone_confirmed && !isOwn && proof !== null) changed.push('provenPhone')
  if (changed.length === 0) return
  if (isOwn) await consumeOrThrow(tx, deps, 'profile changes of a member', actorUserId)

  checkReach({ ...row, ...fields }, { isOwn })
  await updateMember(tx, row.id, {
    ...sealNote(deps.fieldKeys, fields),
    ...proof,
    ...nhs.columns,
    updatedAt: now,
  })
  // Of a member's own change only what identifies them; of another person's all of it.
  const historyOf = (values: Partial<MemberRow>, nhsNumber: string | null) => ({
    ...Object.fromEntries(
      changed
        .filter((name) => name in fields && (!isOwn || name === 'dateOfBirth'))
        .map((name) => sealed(toSnakeCase(name), inText(Reflect.get(values, name)))),
    ),
    ...(nhs.isOther && nhsNumber && Object.fromEntries([sealed('nhs_number', nhsNumber)])),
  })
  await recordIdentityChange(tx, deps, {
    row,
    now,
    actorUserId,
    before: identityOf(row, nhs.before),
    after: identityOf({ ...row, ...fields }, nhs.after),
    reason: why?.reason ?? null,
  })
  const alsoOf = nhs.isOther ? await changeNumber(nhs.columns.nhsNumberIndex) : []
  await insertAudit(tx, { by: actorUserId, memberId: row.id, at: now }, 'profile changed', {
    changed,
    before: historyOf(row, nhs.before),
    after: historyOf(fields, nhs.after),
    ...(alsoOf.length > 0 && { nhsNumberAlsoOf: alsoOf }),
    ...why,
  })

  async function changeNumber(index: Buffer | null): Promise<number[]> {
    const memberId = row.id
    if (row.nhsNumberIndex) await endNumberReviews(tx, { memberId, index: row.nhsNumberIndex, now })
    return index ? flagSharedNumber(tx, deps, { memberId, index, now }) : []
  }

  function sealed(field: string, value: string): [string, string] {
    const where = historyPlace(field, sealIdOf(row))
    return [field, deps.fieldKeys.seal(value, where).toString('base64')]
  }
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function historyPlace(field: string, sealId: string): string {
  return `audit_log|${field}|${sealId}`
}

function inText(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}
