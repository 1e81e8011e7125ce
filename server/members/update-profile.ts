import type { ProfileUpdate } from '../../domain/contract.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Queryable, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { plainText } from '../http/plain-text.ts'
import { Refused } from '../http/refused.ts'
import { commit } from '../platform/commit.ts'
import { claimNhsNumber, endNumberReviews } from './identity/identity.queries.ts'
import { recordIdentityChange } from './identity/record-change.ts'
import { flagSharedNumber } from './identity/shared-number.ts'
import { lockProfileOfUser, type MemberRow, updateMember } from './members.queries.ts'
import { checkDateOfBirth, invalidField, requiredField } from './profile-fields.ts'
import { identityOf, nhsNumberIndex, sealNhsNumber, toUserProfile } from './user-profile.ts'

type UpdateDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'jobs' | 'settings' | 'cache'>

/**
 * An NHS number sent alone was typed twice and counts as confirmed (spec §7). Throws Refused:
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
    form: ProfileUpdate
    saveResponse?: (q: Queryable) => Promise<unknown>
  },
): Promise<void> {
  if (form.email !== undefined) {
    throw invalidField(
      'email',
      'Please change the email address with “Change email address” in your profile.',
    )
  }
  const now = deps.now()
  await commit({ ...deps, eventIds: [] }, async (tx) => {
    // Before the own row is locked, to avoid a deadlock.
    if (form.nhs_number) await claimNhsNumber(tx, nhsNumberIndex(deps, form.nhs_number), now)
    const row = await lockProfileOfUser(tx, userId)
    if (!row) throw new Refused('not_found')
    await saveResponse?.(tx)
    await writeProfile(tx, deps, { row, form, now, actorUserId: userId })
  })
}

/** The locked profile's change with its history and review; `why` is added to the audit row. */
export async function writeProfile(
  tx: Tx,
  deps: Omit<UpdateDeps, 'database' | 'cache'>,
  change: {
    row: MemberRow
    form: ProfileUpdate
    now: Date
    actorUserId: string
    why?: { reason: string | null }
  },
): Promise<void> {
  const { row, form, now, actorUserId, why } = change
  const fields = fieldsAfter(form, row, now)
  const nhs = nhsNumberAfter(form, row, deps, now)
  const changed = Object.entries(fields).flatMap(([name, value]) =>
    value === Reflect.get(row, name) ? [] : [name],
  )
  if (nhs.isOther) changed.push('nhsNumber')
  if (nhs.isConfirmedNow) changed.push('nhsConfirmedAt')
  if (changed.length === 0) return

  await updateMember(tx, row.id, { ...fields, ...nhs.columns, updatedAt: now })
  // Of a member's own change only what identifies them; of another person's all of it.
  const isOwn = actorUserId === row.userId
  const historyOf = (values: Partial<MemberRow>, nhsNumber: string | null) => ({
    ...Object.fromEntries(
      changed
        .filter((name) => name in fields && (!isOwn || name === 'dateOfBirth'))
        .map((name) => sealed(toSnakeCase(name), String(Reflect.get(values, name) ?? ''))),
    ),
    ...(nhs.isOther && nhsNumber && Object.fromEntries([sealed('nhs_number', nhsNumber)])),
  })
  await recordIdentityChange(tx, deps, {
    row,
    now,
    actorUserId,
    before: identityOf(row, nhs.before),
    after: identityOf({ ...row, ...fields }, nhs.after),
  })
  const alsoOf = nhs.isOther ? await changeNumber(nhs.columns.nhsNumberIndex) : []
  await insertAudit(tx, {
    actorUserId,
    memberId: row.id,
    action: 'profile changed',
    subject: `member ${row.id}`,
    details: {
      changed,
      before: historyOf(row, nhs.before),
      after: historyOf(fields, nhs.after),
      ...(alsoOf.length > 0 && { nhsNumberAlsoOf: alsoOf }),
      ...why,
    },
    at: now,
  })

  async function changeNumber(index: Buffer | null): Promise<number[]> {
    const memberId = row.id
    if (row.nhsNumberIndex) await endNumberReviews(tx, { memberId, index: row.nhsNumberIndex, now })
    return index ? flagSharedNumber(tx, deps, { memberId, index, now }) : []
  }

  function sealed(field: string, value: string): [string, string] {
    const where = historyPlace(field, row.userId)
    return [field, deps.fieldKeys.seal(value, where).toString('base64')]
  }
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function historyPlace(field: string, userId: string): string {
  return `audit_log|${field}|${userId}`
}

function fieldsAfter(form: ProfileUpdate, row: MemberRow, now: Date) {
  const dateOfBirth = form.date_of_birth ?? row.dateOfBirth
  // Members who have turned 81 can still edit the rest.
  if (dateOfBirth !== row.dateOfBirth) checkDateOfBirth(dateOfBirth, now)
  return {
    firstName: required('first_name', row.firstName),
    lastName: required('last_name', row.lastName),
    phone: required('phone', row.phone),
    homeAddress: required('home_address', row.homeAddress),
    billingAddress: required('billing_address', row.billingAddress),
    occupation:
      form.occupation === undefined ? row.occupation : plainText(form.occupation ?? '') || null,
    gender: form.gender ?? row.gender,
    ethnicity: form.ethnicity ?? row.ethnicity,
    dateOfBirth,
  }

  function required<T extends string | null>(
    field: 'first_name' | 'last_name' | 'phone' | 'home_address' | 'billing_address',
    current: T,
  ): T | string {
    const typed = form[field]
    return typed === undefined ? current : requiredField(field, typed)
  }
}

function nhsNumberAfter(
  form: ProfileUpdate,
  row: MemberRow,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  now: Date,
) {
  const before = toUserProfile(row, fieldKeys).nhsNumber
  const after = form.nhs_number === undefined ? before : form.nhs_number
  const isOther = after !== before
  const isAlone = Object.keys(form).join() === 'nhs_number' && after !== null
  const isConfirmedNow = isAlone && (isOther || row.nhsConfirmedAt === null)
  const confirmedAt = isOther ? null : row.nhsConfirmedAt
  const current = { nhsNumber: row.nhsNumber, nhsNumberIndex: row.nhsNumberIndex }
  const none = { nhsNumber: null, nhsNumberIndex: null }
  const sealed = after ? sealNhsNumber(fieldKeys, { nhsNumber: after, userId: row.userId }) : none
  const columns = {
    ...(isOther ? sealed : current),
    nhsConfirmedAt: isConfirmedNow ? now : confirmedAt,
  }
  return { before, after, isOther, isConfirmedNow, columns }
}
