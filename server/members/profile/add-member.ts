import { randomUUID } from 'node:crypto'
import { firstWayOfContact } from '../../../domain/contact-and-support.ts'
import { comparable } from '../../../domain/fold-text.ts'
import { isPlaceholderNumber } from '../../../domain/nhs-number.ts'
import { whyDuplicates } from '../../../domain/office/duplicates.ts'
import type { LikelyDouble, NewMember } from '../../../domain/office/member-schemas.ts'
import type { Deps } from '../../deps.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { SaveResponse } from '../../platform/idempotency/idempotency-key.ts'
import type { Staff } from '../../staff/guard.ts'
import { addressInParts } from '../address-columns.ts'
import { claimAll } from '../identity/identity.queries.ts'
import { latinColumns } from '../latin-columns.ts'
import { listDoubleCandidates } from '../likely-duplicates.queries.ts'
import type { MemberRow } from '../members.queries.ts'
import { checkAddress, checkDateOfBirth, checkReach, nameField } from '../profile-fields.ts'
import { nhsNumberIndex, nhsNumberState } from '../user-profile.ts'
import { addRow } from './add-profile.ts'

type AddDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'jobs' | 'settings' | 'cache'>

/**
 * Makes a member without an account and returns the id. Throws Refused: invalid_request (with
 * `fields`), age_out_of_range, possible_doubles (with `members`) unless the clerk has compared them.
 */
export async function addMember(
  deps: AddDeps,
  {
    form,
    staff,
    saveResponse,
  }: { form: NewMember; staff: Staff; saveResponse: SaveResponse<{ id: number }> },
): Promise<{ id: number }> {
  const now = deps.now()
  const { reason, confirmed_new: isConfirmedNew = false } = form
  checkDateOfBirth(form.date_of_birth, now)
  const columns = columnsOf(form)
  const key = keyOf(deps, { form, columns })
  return commit(deps, async (tx) => {
    await claimAll(tx, claimsOf(deps, key), now)
    const duplicates = await findDuplicates(tx, key)
    if (duplicates.length > 0 && !isConfirmedNew)
      throw new Refused('possible_doubles', { members: duplicates })
    const details = { reason: reason || null, comparedWith: duplicates.map(({ id }) => id) }
    const id = await insert(deps, tx, { form, columns, staff, details })
    await saveResponse(tx, { id })
    return { id }
  })
}

/**
 * The same for somebody who stands at the door, in the transaction of the day: likely doubles are
 * returned and stop nothing. Throws Refused invalid_request for a form that was not checked.
 */
export async function addMemberAtVenue(
  tx: Tx,
  deps: AddDeps,
  { form, staff, details }: { form: NewMember; staff: Staff; details: object },
): Promise<{ id: number; doubles: number[] }> {
  const columns = columnsOf(form)
  const duplicates = (await findDuplicates(tx, keyOf(deps, { form, columns }))).map(({ id }) => id)
  const id = await insert(deps, tx, {
    form,
    columns,
    staff,
    details: { ...details, looksLike: duplicates },
  })
  return { id, doubles: duplicates }
}

type Columns = ReturnType<typeof columnsOf>

async function insert(
  deps: AddDeps,
  tx: Tx,
  of: { form: NewMember; columns: Columns; staff: Staff; details: object },
): Promise<number> {
  const { form, columns, staff, details } = of
  const { nhs_number: nhsNumber = null } = form
  const sealId = randomUUID()
  const confirmedAt = nhsNumber && !isPlaceholderNumber(nhsNumber) ? deps.now() : null
  const row = await addRow(deps, tx, {
    nhsNumber,
    sealId,
    actorUserId: staff.userId,
    action: 'member added',
    details,
    columns: { ...columns, sealId, nhsConfirmedAt: confirmedAt },
  })
  if (!row) throw new Error('a member without an account was there already')
  return row.id
}

function keyOf(
  deps: AddDeps,
  { form: { nhs_number: number }, columns }: { form: NewMember; columns: Columns },
): Key {
  return { ...columns, nhsNumberIndex: number ? nhsNumberIndex(deps, number) : null }
}

function columnsOf(form: NewMember) {
  const email = form.email?.toLowerCase() ?? null
  const phone = plainText(form.phone ?? '')
  const address = checkAddress({
    lines: form.address_lines ?? [],
    town: form.town ?? null,
    postcode: form.postcode ?? null,
  })
  const careOf = plainText(form.care_of ?? '') || null
  const name = {
    firstName: nameField('first_name', form.first_name),
    lastName: nameField('last_name', form.last_name),
  }
  const columns = {
    ...name,
    ...latinColumns(form, name),
    careOf,
    staffMayOpen: careOf === null ? null : (form.staff_may_open ?? null),
    gender: form.gender ?? 'Male',
    dateOfBirth: form.date_of_birth,
    ethnicity: form.ethnicity ?? 'Not stated',
    phone,
    // Staff took it from the member, in a call or at the door.
    provenPhone: phone || null,
    email,
    ...addressInParts(address),
    contactBy: form.contact_by ?? firstWayOfContact({ email, phone }),
    supportNeeds: [...new Set(form.support_needs)],
    supportNote: plainText(form.support_note ?? '') || null,
  }
  checkReach(columns)
  return columns
}

type Key = Parameters<typeof listDoubleCandidates>[1]

/** Two likely doubles have at least one of these in common. */
function claimsOf({ fieldKeys }: Pick<Deps, 'fieldKeys'>, key: Key): Buffer[] {
  const { dateOfBirth, postcode, nhsNumberIndex: index } = key
  const claim = (text: string) => fieldKeys.blindIndex(text, 'what likely doubles have in common')
  const claims = [claim(dateOfBirth)]
  if (postcode) claims.push(claim(comparable(postcode)))
  return index ? [...claims, index] : claims
}

async function findDuplicates(tx: Tx, key: Key): Promise<LikelyDouble[]> {
  return (await listDoubleCandidates(tx, key)).flatMap((row) => {
    const reasons = whyDuplicates(personOf(key), personOf(row))
    return reasons.length > 0 ? [{ ...shownOf(row), reasons }] : []
  })
}

function personOf({ firstName, lastName, dateOfBirth, postcode, nhsNumberIndex: index }: Key) {
  return {
    first_name: firstName,
    last_name: lastName,
    date_of_birth: dateOfBirth,
    postcode,
    nhs_number: index?.toString('hex') ?? null,
  }
}

function shownOf(row: MemberRow): Omit<LikelyDouble, 'reasons'> {
  return {
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    date_of_birth: row.dateOfBirth,
    email: row.email,
    phone: row.phone,
    home_address: row.homeAddress,
    nhs_number: nhsNumberState(row),
    joined_at: row.createdAt.toISOString(),
  }
}
