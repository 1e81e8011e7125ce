import { createHash } from 'node:crypto'
import type { SentAction } from '../../../domain/office/day-schemas.ts'
import { slipOf } from '../../../domain/office/slips.ts'
import { plainTubeCode } from '../../../domain/office/tube-code.ts'
import type { TakenHow } from '../../../domain/office/venue-payments.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { StoredPress } from './attendance.queries.ts'
import type { Registration } from './sealed-registration.ts'

/** A press as it is stored: texts without control characters, empty ones null. */
export type Press = {
  id: string
  device: string
  sequence: number
  at: Date
  namedAppointment: number | null
  namedWalkIn: string | null
  type: SentAction['type']
  /** As typed when it is no tube's code; null for all but a sample. */
  tube: string | null
  /** The tube code on a slip; null for all but a slip and a sample. */
  slip: string | null
  /** Only of a sample where somebody said it, so that older presses are what they were. */
  drawnBy?: string
  reason: string | null
  note: string | null
  /** What the device named; null for all but an undo. */
  undoes: string | null
  /** Null for all but `both_theirs`. */
  samples: string[] | null
  how: TakenHow | null
  pence: number | null
  /** Of a walk-in and a doubt, whose content is stored elsewhere. */
  formDigest: string | null
}

export function pressOf(sent: SentAction, fieldKeys: Pick<FieldKeys, 'blindIndex'>): Press {
  const { id, type, sequence, tube, undoes = null, appointment_id, walk_in } = sent
  const slip = type === 'slip' || type === 'sample' ? textOf(sent.slip) : null
  const drawnBy = type === 'sample' ? textOf(sent.drawn_by) : null
  const isVenuePayment = type === 'taking'
  const form = type === 'walk_in' ? JSON.stringify(registrationOf(sent)) : doubtOf(sent)
  return {
    id,
    type,
    sequence,
    namedAppointment: appointment_id ?? null,
    namedWalkIn: walk_in ?? null,
    device: plainText(sent.device),
    at: new Date(sent.at),
    tube: type === 'sample' ? (plainTubeCode(tube ?? '') ?? textOf(tube)) : null,
    slip: slip === null ? null : slipOf(slip),
    ...(drawnBy !== null && { drawnBy }),
    reason: type === 'doubt' ? null : textOf(sent.reason),
    note: type === 'doubt' ? null : textOf(sent.note),
    undoes: type === 'undo' ? undoes : null,
    samples: type === 'both_theirs' ? (sent.samples ?? []) : null,
    how: isVenuePayment ? (sent.how ?? null) : null,
    pence: isVenuePayment ? (sent.pence ?? null) : null,
    formDigest: form && fieldKeys.blindIndex(form, 'registration').toString('hex'),
  }
}

/** Empty when it is missing; values deeper than any form's are left out. */
export function registrationOf({ registration }: SentAction): Registration {
  return Object(withoutDepths(registration ?? {}, DEEPEST))
}

// Text of a value of some thousand levels cannot be written, which would fail the whole batch.
const DEEPEST = 12

function withoutDepths(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return null
  if (Array.isArray(value)) return value.map((one) => withoutDepths(one, levels - 1))
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutDepths(one, levels - 1)]))
}

/** Why somebody doubts that the member understands the test; null for every other press. */
export function doubtOf({ type, note }: SentAction): string | null {
  return type === 'doubt' ? textOf(note) : null
}

/** Whether this press is the one stored under its id, and not another with the same id. */
export function isSamePress(action: Press, stored: StoredPress, eventId: number): boolean {
  const isSameUndo =
    action.undoes === null || stored.undoes === null || action.undoes === stored.undoes
  return (
    isSameUndo &&
    stored.eventId === eventId &&
    stored.at.getTime() === action.at.getTime() &&
    String(stored.samples) === String(action.samples) &&
    stored.drawnBy === (action.drawnBy ?? null) &&
    SAME_FIELDS.every((field) => stored[field] === action[field])
  )
}

const SAME_FIELDS = [
  'namedAppointment',
  'namedWalkIn',
  'type',
  'device',
  'sequence',
  'tube',
  'slip',
  'reason',
  'note',
  'how',
  'pence',
  'formDigest',
] as const

/** The id under which a press is kept whose own belongs to another: the same at each repeat. */
export function ownIdOf(action: Press, eventId: number): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([eventId, action]))
    .digest('hex')
  // RFC 9562, version 8.
  const [a, b, c, d] = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(13, 16), hash.slice(17, 20)]
  return `${a}-${b}-8${c}-8${d}-${hash.slice(20, 32)}`
}

function textOf(typed: string | null | undefined): string | null {
  return plainText(typed ?? '') || null
}
