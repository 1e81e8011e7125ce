import { printedName } from '../../../domain/latin-names.ts'
import { letterAddress } from '../../../domain/office/result-letters.ts'
import type { BatchedLetter } from '../../facts/letter-contents.queries.ts'
import { openLabResult } from '../../facts/sealed-lab-results.ts'
import { formerAt, type IdentityHistory } from '../../members/identity/former-identity.ts'
import { openNhsNumber } from '../../members/user-profile.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { sampledAt } from '../sampled-at.ts'
import type { GpFacts } from './gp-letter.ts'
import { nameOf } from './letter-content.ts'

type Row = Pick<
  BatchedLetter,
  | 'memberId'
  | 'firstName'
  | 'lastName'
  | 'latinFirstName'
  | 'latinLastName'
  | 'contactBy'
  | 'careOf'
  | 'lines'
  | 'town'
  | 'postcode'
  | 'dateOfBirth'
  | 'nhsNumber'
  | 'sealId'
  | 'userId'
  | 'labSealId'
  | 'labSealed'
  | 'gpToldBefore'
  | 'sampleDate'
  | 'startsAt'
  | 'recordedAt'
  | 'accreditation'
  | 'clinician'
>

/** What a surgery reads beside the result itself; `history` is of the member's identity. */
export function factsForGp(
  { fieldKeys }: { fieldKeys: FieldKeys },
  row: Row,
  history: IdentityHistory | undefined,
): Omit<GpFacts, 'agreedAt'> {
  const { labSealId: sealId, labSealed: sealed, dateOfBirth, accreditation, clinician } = row
  const name = nameOf(row)
  const address = (letterAddress({ ...row, name }) ?? []).slice(1)
  return {
    patient: { name, dateOfBirth, nhsNumber: openNhsNumber(row, fieldKeys), address },
    sampledAs: history ? sampledAs(row, history) : null,
    range: sealId && sealed ? openLabResult(fieldKeys, { sealId, sealed }).range : null,
    toldBefore: row.gpToldBefore,
    accreditation,
    clinician,
  }
}

/** Null where a letter would say the same of who the sample was taken from. */
function sampledAs(row: Row, history: IdentityHistory): GpFacts['sampledAs'] {
  const former = formerAt(history, sampledAt(row))
  if (!former?.changed.some((field) => field !== 'gender')) return null
  const { first_name: first, last_name: last } = printedName(former.then)
  const { date_of_birth: dateOfBirth, nhs_number: nhsNumber } = former.then
  return { name: `${first} ${last}`, dateOfBirth, nhsNumber }
}
