// Results are matched by identity, so changes are recorded and some are reviewed (rules §11, trap 7).
import { namesOf } from './fields.ts'
import { IDENTITY_FIELDS } from './member-fields.ts'

/** The names in Latin letters only where the others cannot be printed. */
export type Identity = {
  first_name: string
  last_name: string
  latin_first_name?: string | null | undefined
  latin_last_name?: string | null | undefined
  gender: string
  date_of_birth: string
  nhs_number: string | null
}
export type IdentityField = keyof Identity

const FIELDS: readonly IdentityField[] = namesOf(IDENTITY_FIELDS)

export function changedFields(before: Identity, after: Identity): IdentityField[] {
  return FIELDS.filter((field) => (before[field] ?? null) !== (after[field] ?? null))
}

export function pickFields(
  identity: Identity,
  fields: readonly IdentityField[],
): Partial<Identity> {
  return Object.fromEntries(fields.map((field) => [field, identity[field] ?? null]))
}

/** `changes` are oldest first, each with the previous values of the changed fields. */
export function identityAt(
  current: Identity,
  changes: readonly { at: Date; before: Partial<Identity> }[],
  moment: Date,
): Identity {
  let identity = current
  for (const { at, before } of changes.toReversed()) {
    if (at > moment) identity = { ...identity, ...before }
  }
  return identity
}
