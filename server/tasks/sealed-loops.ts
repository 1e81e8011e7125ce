// What kind of task a result leads to tells its band: it is encrypted, and so is how soon it is, when
// it begins and what was done about it. What the database shows instead is the same for every band.
import { randomBytes, randomUUID } from 'node:crypto'
import {
  type ClearKind,
  clearKindOf,
  dueAt,
  isSealedKind,
  LOOP_RULES,
  type LoopKind,
} from '../../domain/office/care-loops.ts'
import type { careLoops } from '../platform/db/schema.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import {
  type Course,
  FILLER,
  type LoopSecret,
  openSecret,
  type StepTaken,
  sealSecret,
  type Written,
} from './loop-secrets.ts'

export { placeOf, type StepTaken, sealSecret } from './loop-secrets.ts'

export type StoredLoop = typeof careLoops.$inferSelect
type History = { steps: StepTaken[]; toldBy: string | null }
/** A task as it is, with the steps that were taken of one whose steps are sealed. */
export type LoopRow = Omit<StoredLoop, 'kind'> & { kind: LoopKind } & History
export type NewLoop = Omit<typeof careLoops.$inferInsert, 'kind'> & {
  kind: LoopKind
} & Partial<History>
/** The columns that tell less than they are about. */
export type Veiled = Pick<
  StoredLoop,
  | 'kind'
  | 'pace'
  | 'urgency'
  | 'openedAt'
  | 'dueAt'
  | 'nextStepAt'
  | 'isToRing'
  | 'calls'
  | 'lastCalledAt'
  | 'ringAt'
  | 'ringingBy'
  | 'ringingSince'
  | 'closedBecause'
  | 'sealId'
  | 'sealed'
>

/** So many rows of `look_again` has every released result at first. */
const ROWS_OF_A_RESULT = 2
/** In place of every moment of a task of which the database tells nothing. */
export const LEVEL_MOMENT = new Date('2000-01-01T00:00:00Z')

/** Why a sealed task was closed, where the real reason is not sealed. */
const CLEAR_REASONS = ['person', 'erased']
const BY_AN_EVENT = 'event'

const LEVEL: Partial<Record<ClearKind, Partial<Veiled>>> = {
  look_again: {
    pace: 'usual',
    urgency: 3,
    openedAt: LEVEL_MOMENT,
    dueAt: LEVEL_MOMENT,
    nextStepAt: null,
    isToRing: false,
    calls: 0,
    lastCalledAt: null,
    ringAt: null,
    ringingBy: null,
    ringingSince: null,
  },
  result_to_review: { pace: 'usual', urgency: LOOP_RULES.result_to_review.urgency },
  released_to_read: { pace: 'soon', urgency: LOOP_RULES.released_to_read.urgency },
}

type ToStore = typeof careLoops.$inferInsert

/** The row that may be stored; of a kind that tells nothing it is the row itself. */
export function toStored(
  keys: FieldKeys,
  { steps = [], toldBy = null, ...loop }: NewLoop,
): ToStore {
  const { kind } = loop
  if (!isSealedKind(kind)) return { ...loop, kind }
  const { pace = 'usual', urgency, dueAt: due = null, closedBecause: because = null } = loop
  const clear = clearKindOf(kind)
  const isTold = because === null || CLEAR_REASONS.includes(because)
  return {
    ...loop,
    kind: clear,
    dueAt: levelDue({ ...loop, kind }),
    ...LEVEL[clear],
    closedBecause: isTold ? because : BY_AN_EVENT,
    ...sealedColumns(keys, {
      kind,
      pace,
      urgency,
      due,
      because: isTold ? null : because,
      ...(clear === 'look_again' && { course: courseOf(loop, { steps, toldBy }) }),
    }),
    kindIndex: loop.resultId == null ? null : indexOfKind(keys, { kind, resultId: loop.resultId }),
  }
}

function courseOf(
  {
    openedAt,
    nextStepAt = null,
    isToRing = false,
    calls = 0,
    lastCalledAt = null,
    ringAt = null,
    ringingBy = null,
    ringingSince = null,
  }: Omit<NewLoop, 'kind'>,
  { steps, toldBy }: History,
): Course {
  const ringing = { ringingBy, ringingSince }
  return { openedAt, nextStepAt, isToRing, calls, lastCalledAt, ringAt, ...ringing, steps, toldBy }
}

type AboutResult = Pick<ToStore, 'memberId' | 'appointmentId' | 'resultId'>

/** What is missing of the rows of every result when so many tasks look again at it. */
export function fillersFor(keys: FieldKeys, about: AboutResult, tasks: number): ToStore[] {
  return Array.from({ length: Math.max(0, ROWS_OF_A_RESULT - tasks) }, () => ({
    ...about,
    kind: 'look_again' as const,
    owner: LOOP_RULES.recall.owner,
    urgency: LOOP_RULES.recall.urgency,
    openedAt: LEVEL_MOMENT,
    ...LEVEL.look_again,
    ...sealedColumns(keys, {
      kind: FILLER,
      pace: 'usual',
      urgency: LOOP_RULES.recall.urgency,
      due: null,
      because: null,
      course: courseOf(
        { ...about, owner: 'clinician', urgency: 4, openedAt: LEVEL_MOMENT },
        NO_HISTORY,
      ),
    }),
    // Of no use but to be there.
    kindIndex: randomBytes(INDEX_BYTES),
  }))
}
const INDEX_BYTES = 32
const NO_HISTORY: History = { steps: [], toldBy: null }

/** What is to be read is due as soon as the soonest, and what is to be reviewed as a first review is. */
function levelDue({ kind, dueAt: due = null, openedAt }: NewLoop): Date | null {
  if (due === null) return null
  if (kind === 'released_to_read') return dueAt(kind, openedAt, 'soon')
  return kind === 'second_review' ? dueAt('result_to_review', openedAt) : due
}

export type Real<Row> = Omit<Row, 'kind'> & { kind: LoopKind } & History

/** The tasks as they are, without the rows that are none. */
export function toReals<Row extends Veiled>(keys: FieldKeys, rows: readonly Row[]): Real<Row>[] {
  return rows.flatMap((row) => (isFiller(keys, row) ? [] : [toReal(keys, row)]))
}

/** The task as it is; one that nobody has sealed yet is what its columns say. Throws for a filler. */
export function toReal<Row extends Veiled>(keys: FieldKeys, row: Row): Real<Row> {
  const { kind: clear } = row
  const secret = secretOf(keys, row)
  if (secret === null) {
    if (clear === 'look_again') throw new Error('a task without its sealed kind')
    return { ...row, kind: clear, ...NO_HISTORY }
  }
  const { kind, pace, urgency, due, because, course } = secret
  if (kind === FILLER) throw new Error('a row that is no task')
  const closedBecause = because ?? row.closedBecause
  const isClosed = closedBecause !== null
  const real = {
    ...row,
    ...NO_HISTORY,
    ...course,
    toldBy: course?.toldBy ?? null,
    ringingBy: course?.ringingBy ?? row.ringingBy,
    ringingSince: course?.ringingSince ?? row.ringingSince,
    kind,
    pace,
    urgency,
    dueAt: due,
    closedBecause,
  }
  return isClosed ? { ...real, nextStepAt: null } : real
}

export function isFiller(keys: FieldKeys, row: Pick<StoredLoop, 'sealId' | 'sealed'>): boolean {
  return secretOf(keys, row)?.kind === FILLER
}

function secretOf(
  keys: FieldKeys,
  { sealId, sealed }: Pick<StoredLoop, 'sealId' | 'sealed'>,
): LoopSecret | null {
  return sealId === null || sealed === null ? null : openSecret(keys, sealId, sealed)
}

function sealedColumns(keys: FieldKeys, secret: Written) {
  const sealId = randomUUID()
  return { sealId, sealed: sealSecret(keys, sealId, secret) }
}

/** Of one kind and result alone, so that no two tasks of different results share it. */
function indexOfKind(keys: FieldKeys, of: { kind: LoopKind; resultId: number }): Buffer {
  return keys.blindIndex(`${of.kind}|${of.resultId}`, 'care_loops.kind_index')
}
