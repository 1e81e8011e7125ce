import { isDeepStrictEqual } from 'node:util'
import type { ProfileUpdate } from '../../../domain/contract.ts'
import { isPlaceholderNumber } from '../../../domain/nhs-number.ts'
import type { MemberChange } from '../../../domain/office/member-schemas.ts'
import type { Deps } from '../../deps.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { invalidField } from '../../platform/http/refused.ts'
import { addressAsTyped, addressInParts } from '../address-columns.ts'
import { latinColumns } from '../latin-columns.ts'
import type { MemberRow } from '../members.queries.ts'
import { checkAddress, checkDateOfBirth, nameField, requiredField } from '../profile-fields.ts'
import { sealIdOf, sealNhsNumber, toUserProfile } from '../user-profile.ts'

/** What a member changes in the portal, or the office for them. */
export type ProfileChange = Omit<ProfileUpdate, 'email'> &
  Omit<MemberChange, Exclude<keyof ProfileUpdate, 'email'> | 'version' | 'reason'>

const ADDRESS_PARTS = ['addressLines', 'town', 'postcode']

/** Without the parts of an address whose text has changed. */
export function changedNames(fields: object, row: MemberRow): string[] {
  const names = Object.entries(fields).flatMap(([name, value]) =>
    isDeepStrictEqual(value, Reflect.get(row, name)) ? [] : [name],
  )
  if (!names.includes('homeAddress')) return names
  return names.filter((name) => !ADDRESS_PARTS.includes(name))
}

/** With an account, the e-mail address signs in and the NHS number is the member's to type. */
export function refuseWhatIsTheirs(form: ProfileChange, { userId, email }: MemberRow): void {
  if (userId === null) return
  const says = 'The member has an account and must change this in the portal.'
  if (form.email !== undefined && form.email !== email) throw invalidField('email', says)
  if (form.nhs_number !== undefined) throw invalidField('nhs_number', says)
}

export function fieldsAfter(form: ProfileChange, row: MemberRow, now: Date) {
  const dateOfBirth = form.date_of_birth ?? row.dateOfBirth
  // Members who have turned 81 can still edit the rest.
  if (dateOfBirth !== row.dateOfBirth) checkDateOfBirth(dateOfBirth, now)
  const name = {
    firstName: nameAfter('first_name', row.firstName),
    lastName: nameAfter('last_name', row.lastName),
  }
  return {
    ...name,
    ...latinColumns(form, name, row),
    phone: row.userId === null ? plainText(form.phone ?? row.phone) : required('phone', row.phone),
    email: form.email === undefined ? row.email : (form.email?.toLowerCase() ?? null),
    ...addressAfter(form, row),
    ...careOfAfter(form, row),
    contactBy: form.contact_by ?? row.contactBy,
    supportNeeds: form.support_needs ? [...new Set(form.support_needs)] : row.supportNeeds,
    supportNote: textAfter(form.support_note, row.supportNote),
    billingAddress: required('billing_address', row.billingAddress),
    occupation: textAfter(form.occupation, row.occupation),
    gender: form.gender ?? row.gender,
    ethnicity: form.ethnicity ?? row.ethnicity,
    dateOfBirth,
  }

  /** A name that stays may be an older one that would be refused today. */
  function nameAfter(field: 'first_name' | 'last_name', current: string): string {
    const typed = form[field]
    return typed === undefined || typed === current ? current : nameField(field, typed)
  }

  function required<T extends string | null>(
    field: 'phone' | 'billing_address',
    current: T,
  ): T | string {
    const typed = form[field]
    return typed === undefined ? current : requiredField(field, typed)
  }
}

/** Undefined leaves the text as it is; null and '' empty it. */
function textAfter(typed: string | null | undefined, current: string | null): string | null {
  return typed === undefined ? current : plainText(typed ?? '') || null
}

/** A new text of the member's own names nobody who takes letters in. */
function careOfAfter(form: ProfileChange, row: MemberRow) {
  const isOther =
    form.home_address !== undefined && plainText(form.home_address) !== row.homeAddress
  const before = isOther ? NO_CARE_OF : { careOf: row.careOf, staffMayOpen: row.staffMayOpen }
  const careOf = textAfter(form.care_of, before.careOf)
  const mayOpen = form.staff_may_open === undefined ? before.staffMayOpen : form.staff_may_open
  return { careOf, staffMayOpen: careOf === null ? null : mayOpen }
}

const NO_CARE_OF = { careOf: null, staffMayOpen: null }

/** A text is split into its parts; parts that the office entered make the text. */
function addressAfter(form: ProfileChange, row: MemberRow) {
  const { homeAddress, addressLines, town, postcode } = row
  const current = { homeAddress, addressLines, town, postcode }
  if (form.home_address !== undefined) {
    const typed = requiredField('home_address', form.home_address)
    return typed === homeAddress ? current : addressAsTyped(typed)
  }
  if ([form.address_lines, form.town, form.postcode].every((part) => part === undefined))
    return current
  const {
    address_lines: lines = addressLines,
    town: place = town,
    postcode: code = postcode,
  } = form
  return addressInParts(checkAddress({ lines, town: place, postcode: code }))
}

export function nhsNumberAfter(
  form: ProfileChange,
  row: MemberRow,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  now: Date,
) {
  const before = toUserProfile(row, fieldKeys).nhsNumber
  const after = form.nhs_number === undefined ? before : form.nhs_number
  const isOther = after !== before
  const isAlone = Object.keys(form).join() === 'nhs_number'
  const isPlaceholder = after !== null && isPlaceholderNumber(after)
  if (isAlone && isPlaceholder) throw invalidField('nhs_number', 'Please check this number.')
  const isTypedTwice = isAlone || (row.userId === null && form.nhs_number !== undefined)
  const isConfirmedNow =
    isTypedTwice && after !== null && !isPlaceholder && (isOther || row.nhsConfirmedAt === null)
  const confirmedAt = isOther ? null : row.nhsConfirmedAt
  const current = { nhsNumber: row.nhsNumber, nhsNumberIndex: row.nhsNumberIndex }
  const none = { nhsNumber: null, nhsNumberIndex: null }
  const sealed = after
    ? sealNhsNumber(fieldKeys, { nhsNumber: after, sealId: sealIdOf(row) })
    : none
  const columns = {
    ...(isOther ? sealed : current),
    nhsConfirmedAt: isConfirmedNow ? now : confirmedAt,
  }
  return { before, after, isOther, isConfirmedNow, columns }
}
