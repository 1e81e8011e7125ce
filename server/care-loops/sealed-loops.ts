// What kind of task a result leads to tells its band: it is encrypted, and so is how soon it is. What
// the database shows instead is the same for every band.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type ClearKind,
  clearKindOf,
  dueAt,
  isSealedKind,
  LOOP_KINDS,
  LOOP_RULES,
  type LoopKind,
  PACES,
  type Pace,
} from '../../domain/office/care-loops.ts'
import type { careLoops } from '../db/schema.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import { openJson, sealJson } from '../platform/sealed-json.ts'

export type StoredLoop = typeof careLoops.$inferSelect
/** A task as it is. */
export type LoopRow = Omit<StoredLoop, 'kind'> & { kind: LoopKind }
export type NewLoop = Omit<typeof careLoops.$inferInsert, 'kind'> & { kind: LoopKind }
/** The columns that tell less than they are about. */
export type Veiled = Pick<
  StoredLoop,
  'kind' | 'pace' | 'urgency' | 'dueAt' | 'closedBecause' | 'sealId' | 'sealed'
>

const SecretSchema = z.object({
  kind: z.enum(LOOP_KINDS),
  pace: z.enum(PACES),
  urgency: z.int(),
  due: z.nullable(z.string()),
  /** The event that closed it; null while it is open, or when a person closed it. */
  because: z.nullable(z.string()),
})
export type LoopSecret = z.infer<typeof SecretSchema>

/** Why a sealed task was closed, where the real reason is not sealed. */
const CLEAR_REASONS = ['person', 'erased']
const BY_AN_EVENT = 'event'

const LEVEL: Partial<Record<ClearKind, { pace: Pace; urgency: number }>> = {
  look_again: { pace: 'usual', urgency: 3 },
  result_to_review: { pace: 'usual', urgency: LOOP_RULES.result_to_review.urgency },
  released_to_read: { pace: 'soon', urgency: LOOP_RULES.released_to_read.urgency },
}

/** The row that may be stored; of a kind that tells nothing it is the row itself. */
export function toStored(keys: FieldKeys, loop: NewLoop): typeof careLoops.$inferInsert {
  if (!isSealedKind(loop.kind)) return { ...loop, kind: loop.kind }
  const { kind, pace = 'usual', urgency, dueAt: due = null, closedBecause: because = null } = loop
  const sealId = randomUUID()
  const clear = clearKindOf(kind)
  const isTold = because === null || CLEAR_REASONS.includes(because)
  return {
    ...loop,
    kind: clear,
    ...LEVEL[clear],
    dueAt: levelDue(loop),
    closedBecause: isTold ? because : BY_AN_EVENT,
    sealId,
    sealed: sealSecret(keys, sealId, {
      kind,
      pace,
      urgency,
      due: due?.toISOString() ?? null,
      because: isTold ? null : because,
    }),
    kindIndex: loop.resultId == null ? null : indexOfKind(keys, { kind, resultId: loop.resultId }),
  }
}

/** What is to be read is due as soon as the soonest, and what is to be reviewed as a first review is. */
function levelDue({ kind, dueAt: due = null, openedAt }: NewLoop): Date | null {
  if (due === null) return null
  if (kind === 'released_to_read') return dueAt(kind, openedAt, 'soon')
  return kind === 'second_review' ? dueAt('result_to_review', openedAt) : due
}

/** The task as it is; one that nobody has sealed yet is what its columns say. */
export function toReal<Row extends Veiled>(keys: FieldKeys, row: Row): Row & { kind: LoopKind } {
  const { kind, sealId, sealed } = row
  if (sealId === null || sealed === null) {
    if (kind === 'look_again') throw new Error('a task without its sealed kind')
    return { ...row, kind }
  }
  const secret = openSecret(keys, sealId, sealed)
  return {
    ...row,
    kind: secret.kind,
    pace: secret.pace,
    urgency: secret.urgency,
    dueAt: secret.due === null ? null : new Date(secret.due),
    closedBecause: secret.because ?? row.closedBecause,
  }
}

export function sealSecret(keys: FieldKeys, sealId: string, secret: LoopSecret): Buffer {
  return sealJson(keys, secret, placeOf(sealId))
}

function openSecret(keys: FieldKeys, sealId: string, sealed: Buffer): LoopSecret {
  return SecretSchema.parse(openJson(keys, sealed, placeOf(sealId)))
}

/** Of one kind and result alone, so that no two tasks of different results share it. */
function indexOfKind(keys: FieldKeys, of: { kind: LoopKind; resultId: number }): Buffer {
  return keys.blindIndex(`${of.kind}|${of.resultId}`, 'care_loops.kind_index')
}

export function placeOf(sealId: string): string {
  return `care_loops|sealed|${sealId}`
}
