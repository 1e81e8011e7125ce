import { identityAt } from '../../../domain/identity.ts'
import {
  changesSinceSample,
  fitsFormer,
  fitsOnlyChanged,
  type IdentitySince,
} from '../../../domain/office/identity-since.ts'
import type { ResultDetail } from '../../../domain/office/lab-result-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { openLabResult } from '../../facts/sealed-lab-results.ts'
import type { IdentityHistory } from '../../members/identity/former-identity.ts'
import { listSharingNumber } from '../../members/identity/identity.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { LabResultRow } from '../lab-results.queries.ts'

type Sampled = { history: IdentityHistory | undefined; sampledAt: Date }

/** Null when nothing of the identity was changed after the sample. */
function sinceSample({ history, sampledAt }: Sampled): IdentitySince | null {
  if (!history) return null
  const changes = history.changes.filter(({ at }) => at > sampledAt)
  if (changes.length === 0) return null
  return {
    atSample: identityAt(history.current, changes, sampledAt),
    now: history.current,
    changes,
  }
}

/** When name or birth date were last changed, if the report fits only the changed ones; null otherwise. */
export function changedBeforeReport(
  { fieldKeys }: { fieldKeys: FieldKeys },
  row: LabResultRow,
  sampled: Sampled,
): Date | null {
  const since = sinceSample(sampled)
  if (!since || !fitsOnlyChanged(openLabResult(fieldKeys, row), since)) return null
  return since.changes.at(-1)?.at ?? null
}

/** What the review page says of changes after the sample, and of other records with the number. */
export async function readIdentitySince(
  q: Queryable,
  { fieldKeys }: { fieldKeys: FieldKeys },
  { row, ...sampled }: Sampled & { row: LabResultRow },
): Promise<Pick<ResultDetail, 'changed_since' | 'shares_number_with'>> {
  const since = sinceSample(sampled)
  const others = await listSharingNumber(q, row.memberId)
  return {
    changed_since: {
      sample_date: ukDate(sampled.sampledAt),
      facts: since ? changesSinceSample(since) : [],
      report_has_former: since ? fitsFormer(openLabResult(fieldKeys, row), since) : [],
    },
    shares_number_with: others.map(({ id, firstName, lastName, dateOfBirth }) => ({
      member_id: id,
      name: `${firstName} ${lastName}`,
      date_of_birth: dateOfBirth,
    })),
  }
}
