// The identity of a member as the laboratory has it, where it was changed after the sample.
import { type Identity, identityAt } from '../../../domain/identity.ts'
import { openIdentity } from '../../members/identity/sealed-identity.ts'
import { openNhsNumber, sealIdOf } from '../../members/user-profile.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { CandidateRow } from './candidates.queries.ts'

/** At the sample of this tube, or else of the first that stands; null when nothing was changed since. */
export function identityAtSample(
  keys: FieldKeys,
  one: CandidateRow,
  tube: string | null,
): Identity | null {
  const sampledAt = sampledAtOf(one, tube)
  const changes = one.changes
    .filter(({ at }) => at > sampledAt)
    .map(({ at, before }) => ({ at, before: openIdentity(keys, sealIdOf(one), before) }))
  if (changes.length === 0) return null
  const current: Identity = {
    first_name: one.firstName,
    last_name: one.lastName,
    latin_first_name: one.latinFirstName,
    latin_last_name: one.latinLastName,
    gender: one.gender,
    date_of_birth: one.dateOfBirth,
    nhs_number: openNhsNumber(one, keys),
  }
  return identityAt(current, changes, sampledAt)
}

function sampledAtOf({ samples, startsAt }: CandidateRow, tube: string | null): Date {
  return (samples.find((one) => one.tube === tube) ?? samples[0])?.at ?? startsAt
}
