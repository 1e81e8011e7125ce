// A member's identity. Results are matched by it, so changes are recorded and, after a consent or
// result, reviewed by a person (spec trap 7).

export type Identity = {
  first_name: string
  last_name: string
  gender: string
  date_of_birth: string
  nhs_number: string | null
}
export type IdentityField = keyof Identity

const FIELDS: readonly IdentityField[] = [
  'first_name',
  'last_name',
  'gender',
  'date_of_birth',
  'nhs_number',
]

/** In the fixed order of the fields. */
export function changedFields(before: Identity, after: Identity): IdentityField[] {
  return FIELDS.filter((field) => before[field] !== after[field])
}

export function pickFields(
  identity: Identity,
  fields: readonly IdentityField[],
): Partial<Identity> {
  return Object.fromEntries(fields.map((field) => [field, identity[field]]))
}

/**
 * Returns the identity at a past moment by undoing later changes. `changes` are oldest first, each
 * with the previous values of the changed fields.
 */
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
