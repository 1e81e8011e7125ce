// Results are matched by identity, so changes are recorded and some are reviewed (spec trap 7).

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

export function changedFields(before: Identity, after: Identity): IdentityField[] {
  return FIELDS.filter((field) => before[field] !== after[field])
}

export function pickFields(
  identity: Identity,
  fields: readonly IdentityField[],
): Partial<Identity> {
  return Object.fromEntries(fields.map((field) => [field, identity[field]]))
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
