import type {
  ConsentAnswers,
  EarlierResult,
  ReplacedResult,
  ResultDetail,
} from '../../../domain/office/lab-result-schemas.ts'
import { isBlindReader } from '../../../domain/office/result-review.ts'
import { openRequest } from '../../../domain/office/taking-back.ts'
import { readTubeCode } from '../../../domain/office/tube-code.ts'
import { bandOf } from '../../../domain/results.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { findConsentOfAppointment } from '../../bookings/consent/consent.queries.ts'
import { openConsent } from '../../bookings/consent/sealed-consent.ts'
import { findLatestAnswers } from '../../bookings/preparation/preparation.queries.ts'
import { openAnswers } from '../../bookings/preparation/sealed-answers.ts'
import type { Deps } from '../../deps.ts'
import { listPersonStates } from '../../facts/person-state.queries.ts'
import { findReleasedResults } from '../../facts/results.queries.ts'
import { openLabResult, openReview } from '../../facts/sealed-lab-results.ts'
import { openResult } from '../../facts/sealed-result.ts'
import { listSamplesUpTo, listStandingSamples } from '../../facts/standing-samples.queries.ts'
import { readIdentityHistories } from '../../members/identity/former-identity.ts'
import { openSupportNote } from '../../members/support-note.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Staff } from '../../staff/guard.ts'
import { NOT_HELD, readHolds } from '../lab-results/holds.ts'
import { readIdentitySince } from '../lab-results/identity-since.ts'
import { toLabResult } from '../lab-results/to-lab-result.ts'
import {
  findLabResult,
  type LabResultRow,
  listReviews,
  type ReviewRow,
} from '../lab-results.queries.ts'

type ReadDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now'>

/** What a clinician reads beside the number. Logs the read of each member. */
export async function readDetails(
  tx: Tx,
  deps: ReadDeps,
  { rows, staff }: { rows: readonly LabResultRow[]; staff: Staff },
): Promise<ResultDetail[]> {
  if (rows.length === 0) return []
  const memberIds = rows.map((row) => row.memberId)
  const access = { staff, what: 'result', reason: 'result', at: deps.now() } as const
  await insertStaffAccesses(tx, { ...access, memberIds })
  const ids = rows.map(({ id }) => id)
  const reviews = Map.groupBy(await listReviews(tx, ids), (review) => review.labResultId)
  const holds = await readHolds(tx, deps, { rows, reviews })
  const persons = await listPersonStates(tx, { memberIds, now: deps.now() })
  const histories = await readIdentityHistories(tx, deps, memberIds)
  const details: ResultDetail[] = []
  for (const row of rows) {
    const own = reviews.get(row.id) ?? []
    const person = persons.get(row.memberId)
    if (!person) throw new Error(`member ${row.memberId} is not there`)
    const held = holds.get(row.id) ?? NOT_HELD
    const history = histories.get(row.memberId)
    const sample = await readSample(tx, deps, row)
    const sampledAt = sample ? new Date(sample.at) : row.startsAt
    details.push({
      ...toLabResult(deps, row, { reviews: own, reader: staff, held }),
      person,
      telephone: row.phone || null,
      contact_by: row.contactBy,
      support_needs: row.supportNeeds,
      support_note: openSupportNote(deps.fieldKeys, row),
      ethnicity: row.ethnicity,
      is_own_record: row.userId === staff.userId,
      is_first_reviewer: own.findLast(({ kind }) => kind === 'first')?.staffId === staff.id,
      take_back: takeBackIn(deps, own, staff),
      shares_with_gp: held.sharesWithGp,
      sample,
      ...(await readIdentitySince(tx, deps, { row, history, sampledAt })),
      earlier: await readEarlier(tx, deps, row),
      replaced: await readReplaced(tx, deps, row, isBlindReader(row.state, own, staff.id)),
      consent: await readConsent(tx, deps, row),
    })
  }
  return details
}

/** The standing sample of the row's tube, or else the first that stands. */
async function readSample(
  tx: Tx,
  { fieldKeys }: ReadDeps,
  row: LabResultRow,
): Promise<ResultDetail['sample']> {
  const standing = await listStandingSamples(tx, [row.appointmentId])
  const tube = readTubeCode(openLabResult(fieldKeys, row).tube ?? '')
  const own = standing.find((one) => one.tube === tube) ?? standing[0]
  if (!own) return null
  const [sample, before] = await listSamplesUpTo(tx, own.actionId)
  if (!sample) return null
  return {
    tube: own.tube,
    at: own.at.toISOString(),
    drawn_by: own.drawnBy,
    before: before
      ? {
          tube: before.tube,
          minutes: Math.round((own.at.getTime() - before.at.getTime()) / 60_000),
          is_same_person: before.takenBy === sample.takenBy,
        }
      : null,
  }
}

function takeBackIn(
  { fieldKeys }: ReadDeps,
  reviews: readonly ReviewRow[],
  staff: Staff,
): ResultDetail['take_back'] {
  const request = openRequest(reviews)
  if (!request) return null
  const { because, note } = openReview(fieldKeys, request)
  return because ? { by: request.by, is_own: request.staffId === staff.id, because, note } : null
}

/** Released ones, latest first, without the one that this corrects and without itself. */
async function readEarlier(tx: Tx, deps: ReadDeps, row: LabResultRow): Promise<EarlierResult[]> {
  const released = await findReleasedResults(tx, { memberId: row.memberId, now: deps.now() })
  return released
    .filter(({ id }) => id !== row.resultId && id !== row.replacedResultId)
    .map((result) => {
      const values = openResult(deps.fieldKeys, result)
      return {
        result_id: result.id,
        date: result.sampleDate ?? ukDate(result.releasedAt ?? result.recordedAt),
        value: values.test_result?.trim() || null,
        unit: values.test_unit,
        band: bandOf(values.band),
        laboratory: values.laboratory ?? null,
        outcome: values.outcome ?? null,
      }
    })
    .sort((one, other) => other.date.localeCompare(one.date) || other.result_id - one.result_id)
}

async function readReplaced(
  tx: Tx,
  { fieldKeys }: ReadDeps,
  { replacesId }: LabResultRow,
  isBlind: boolean,
): Promise<ReplacedResult | null> {
  const former = replacesId === null ? null : await findLabResult(tx, { fieldKeys }, replacesId)
  if (!former) return null
  const values = openLabResult(fieldKeys, former)
  const reviews = await listReviews(tx, [former.id])
  const last = reviews.findLast(({ kind }) => kind === 'first' || kind === 'second')
  return {
    lab_number: values.lab_number,
    state: former.state,
    sample_date: former.sampleDate,
    value: values.value,
    unit: values.unit,
    range: values.range,
    outcome: values.outcome,
    lab_comment: values.comment,
    // What was never released is known to the first reader alone.
    band: last && !(isBlind && former.resultId === null) ? openReview(fieldKeys, last).band : null,
  }
}

async function readConsent(
  tx: Tx,
  { fieldKeys }: ReadDeps,
  { appointmentId }: LabResultRow,
): Promise<ConsentAnswers | null> {
  const consent = await findConsentOfAppointment(tx, appointmentId)
  if (!consent) return null
  const { answers } = openConsent(fieldKeys, consent)
  const check = appointmentId === null ? null : await findLatestAnswers(tx, appointmentId)
  const before = check ? Object.entries(openAnswers(fieldKeys, check)) : []
  return {
    given_at: consent.givenAt.toISOString(),
    withdrawn: consent.isWithdrawn,
    gp_sharing: consent.gpSharing,
    answers: Object.fromEntries(
      [
        ...Object.entries(answers),
        ...before.map(([name, isYes]) => [`before_${name}`, isYes ? 'Yes' : 'No'] as const),
      ]
        .map(([name, answer]) => [name, answerText(answer)])
        .filter(([, text]) => text !== ''),
    ),
  }
}

function answerText(answer: unknown): string {
  if (answer === null || answer === undefined) return ''
  return Array.isArray(answer) ? answer.join(', ') : String(answer)
}
