// Who a member says they are. Results are matched to a person by it, so that a change is kept and,
// once a consent or result exists, reviewed by a person (spec trap 7).

/** A member's identity by the names of spec §3. */
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

/** The fields in which two identities differ, in their fixed order. */
export function changedFields(before: Identity, after: Identity): IdentityField[] {
  return FIELDS.filter((field) => before[field] !== after[field])
}

/** These fields of an identity and no others. */
export function pickFields(
  identity: Identity,
  fields: readonly IdentityField[],
): Partial<Identity> {
  return Object.fromEntries(fields.map((field) => [field, identity[field]]))
}

/**
 * The identity at a moment: the current one with every later change undone. `changes` are in the
 * order in which they were made, each with the values of the changed fields before it.
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
