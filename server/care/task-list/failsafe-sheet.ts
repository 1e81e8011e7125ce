import { type LoopKind, storedKindsOf } from '../../../domain/office/care-loops.ts'
import { countUnresolved } from '../../../domain/office/day-unresolved.ts'
import type { FailsafeSheet, SheetStage } from '../../../domain/office/loop-schemas.ts'
import { STAGE_KINDS } from '../../../domain/office/sheet-stages.ts'
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
  findNewestForm,
  insertSheet,
  isDayClosed,
  lastOpening,
  listOpenOfEvent,
  listSignatures,
  lockLoopsOfEvent,
} from './failsafe.queries.ts'

export type SheetDeps = Pick<Deps, 'now' | 'jobs' | 'cache' | 'fieldKeys'> & {
  database: Transactions
}

/** Throws Refused not_found for a draft or an event that is not there. */
export async function readSheet(
  q: Queryable,
  keys: Pick<Deps, 'fieldKeys'>,
  { eventId, reader }: { eventId: number; reader: { userId: string } },
): Promise<FailsafeSheet> {
  const event = await findEventRecord(q, eventId)
  if (!event || event.status === 'draft') throw new Refused('not_found')
  const tasks = await listOpenOfEvent(q, keys, eventId)
  const tasksOf = (kinds: readonly LoopKind[]) => {
    const stored = new Set(kinds.flatMap(storedKindsOf))
    return tasks.filter(({ kind }) => stored.has(kind))
  }
  const openAt = (stage: SheetStage) => tasksOf(STAGE_KINDS[stage])
  const { booked, sampled, expected, arrived } = await countDay(q, eventId)
  const unknown = expected + arrived
  const isClosed = await isDayClosed(q, eventId)
  const signatures = await listSignatures(q, eventId)
  const opened = await lastOpening(q, { eventId, kinds: KINDS_ON_SHEET })
  const stillOpen = tasksOf(KINDS_ON_SHEET).length
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
      at_the_venue: Math.max(unknown, openAt('at_the_venue').length),
      on_the_way: openAt('on_the_way').length,
      at_the_lab: openAt('at_the_lab').length,
      review: openAt('review').length,
      reading: openAt('reading').length,
    },
    people: {
      at_the_venue: peopleOf(openAt('at_the_venue'), reader),
      on_the_way: peopleOf(openAt('on_the_way'), reader),
      at_the_lab: peopleOf(openAt('at_the_lab'), reader),
      review: peopleOf(openAt('review'), reader),
      reading: peopleOf(openAt('reading'), reader),
    },
    follow_ups: tasks.length - stillOpen,
    can_be_signed: isClosed && stillOpen + unknown === 0,
    signatures: signatures.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
    is_signed:
      signedAt !== null && stillOpen + unknown === 0 && (opened === null || opened <= signedAt),
  }
}

/** Each person once; nobody is named of what is open about themselves. */
function peopleOf(
  tasks: Awaited<ReturnType<typeof listOpenOfEvent>>,
  reader: { userId: string },
): FailsafeSheet['people'][SheetStage] {
  const people = new Map(
    tasks
      .filter(({ userId }) => userId !== reader.userId)
      .map((one) => [one.memberId, `${one.firstName} ${one.lastName}`]),
  )
  return [...people].map(([id, name]) => ({ member_id: id, name }))
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
    const sheet = await readSheet(tx, deps, { eventId, reader: by })
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
