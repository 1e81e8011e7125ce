import type { LoopKind } from '../../../domain/office/care-loops.ts'
import { countUnresolved } from '../../../domain/office/day-unresolved.ts'
import type { FailsafeSheet, SheetStage } from '../../../domain/office/loop-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { findEventRecord, lockEvent } from '../../events/office.queries.ts'
import { countDay } from '../../facts/day-counts.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Transactions, Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { closeLoops, openLoops } from '../../tasks/change-loops.ts'
import { KINDS_ON_SHEET } from '../../tasks/loops.queries.ts'
import { readUnresolved } from '../../venue/check-in/read-unresolved.ts'
import { listSamplesOfDay } from '../../venue/check-in/unresolved.queries.ts'
import { countTubeSteps, doTubesDiffer } from './count-tubes.ts'
import {
  countOpenOfEvent,
  findNewestForm,
  insertSheet,
  isDayClosed,
  lastOpening,
  listSignatures,
  lockLoopsOfEvent,
} from './failsafe.queries.ts'

export type SheetDeps = Pick<Deps, 'now' | 'jobs' | 'cache' | 'fieldKeys'> & {
  database: Transactions
}

/** The office sees how far a sample has come, and no more: a second review would say that it is red. */
const STAGES: Record<SheetStage, readonly LoopKind[]> = {
  at_the_venue: ['booked_to_attended', 'two_tubes'],
  on_the_way: ['sample_to_lab', 'tell_laboratory'],
  at_the_lab: ['lab_to_result'],
  review: [
    'result_to_review',
    'second_review',
    'review_to_release',
    'sample_undone',
    'sampled_in_doubt',
    'consent_withdrawn',
    'result_of_the_dead',
  ],
  reading: ['released_to_read', 'no_way_to_tell'],
}

/** Throws Refused not_found for a draft or an event that is not there. */
export async function readSheet(
  q: Queryable,
  keys: Pick<Deps, 'fieldKeys'>,
  eventId: number,
): Promise<FailsafeSheet> {
  const event = await findEventRecord(q, eventId)
  if (!event || event.status === 'draft') throw new Refused('not_found')
  const careLoops = await countOpenOfEvent(q, keys, eventId)
  const sum = (kinds: readonly LoopKind[]) =>
    kinds.reduce((all, kind) => all + (careLoops.get(kind) ?? 0), 0)
  const { booked, sampled, expected, arrived } = await countDay(q, eventId)
  const unknown = expected + arrived
  const isClosed = await isDayClosed(q, eventId)
  const signatures = await listSignatures(q, eventId)
  const opened = await lastOpening(q, { eventId, kinds: KINDS_ON_SHEET })
  const stillOpen = sum(KINDS_ON_SHEET)
  const samples = await listSamplesOfDay(q, eventId)
  const door = countUnresolved(await readUnresolved(q, eventId, samples))
  const tubeCounts = countTubeSteps(samples, await findNewestForm(q, eventId))
  const signedAt = signatures[0]?.at ?? null
  return {
    event_id: eventId,
    event_name: event.name,
    event_date: ukDate(event.startsAt),
    is_day_closed: isClosed,
    booked,
    sampled,
    at_the_door: door,
    ...tubeCounts,
    needs_explanation: door > 0 || doTubesDiffer(tubeCounts),
    open: {
      at_the_venue: Math.max(unknown, sum(STAGES.at_the_venue)),
      on_the_way: sum(STAGES.on_the_way),
      at_the_lab: sum(STAGES.at_the_lab),
      review: sum(STAGES.review),
      reading: sum(STAGES.reading),
    },
    follow_ups: [...careLoops.values()].reduce((all, n) => all + n, 0) - stillOpen,
    can_be_signed: isClosed && stillOpen + unknown === 0,
    signatures: signatures.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
    is_signed:
      signedAt !== null && stillOpen + unknown === 0 && (opened === null || opened <= signedAt),
  }
}

/**
 * A person's word that nothing of the day is open. Throws Refused not_found, sheet_not_ready, or
 * invalid_request without an explanation where the numbers of tubes differ or something of the door is open.
 */
export function signSheet(
  deps: SheetDeps,
  { eventId, explanation }: { eventId: number; explanation: string | null },
  by: Staff,
): Promise<void> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    await lockEvent(tx, eventId)
    const sheet = await readSheet(tx, deps, eventId)
    if (sheet.is_signed) return
    if (!sheet.can_be_signed) throw new Refused('sheet_not_ready')
    if (sheet.needs_explanation && explanation === null)
      throw invalidField('explanation', 'Please say why, without names.')
    const { sampled } = sheet
    const reason = sheet.needs_explanation ? explanation : null
    await insertSheet(tx, { eventId, sampled, explanation: reason, signedBy: by.id, signedAt: at })
    await insertAudit(tx, { by, subject: `event ${eventId}`, at }, 'failsafe sheet signed', {
      sampled,
      tubes: sheet.tubes,
      isExplained: reason !== null,
    })
  })
}

/** The laboratory has every sample of the day that is on its way. Throws Refused not_found. */
export function recordReceipt(deps: SheetDeps, eventId: number, by: Staff): Promise<number> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const event = await findEventRecord(tx, eventId)
    if (!event || event.status === 'draft') throw new Refused('not_found')
    const received = await lockLoopsOfEvent(tx, { eventId, kind: 'sample_to_lab' })
    await receiveSamples(tx, { received, at })
    const appointmentIds = received.flatMap(({ appointmentId }) => appointmentId ?? [])
    await insertAudit(
      tx,
      { by, subject: `event ${eventId}`, at },
      'samples received by the laboratory',
      { appointments: appointmentIds },
    )
    return received.length
  })
}

type OnTheWay = Awaited<ReturnType<typeof lockLoopsOfEvent>>

/** The laboratory has these samples, and is to send their results. */
export async function receiveSamples(
  tx: Tx,
  { received, at }: { received: OnTheWay; at: Date },
): Promise<void> {
  const appointmentIds = received.flatMap(({ appointmentId }) => appointmentId ?? [])
  await closeLoops(tx, {
    kinds: ['sample_to_lab'],
    subject: { appointmentIds },
    because: 'received by the laboratory',
    at,
  })
  await openLoops(
    tx,
    received.map(({ memberId, appointmentId }) => ({
      kind: 'lab_to_result',
      memberId,
      appointmentId,
      openedAt: at,
    })),
  )
}
