import { createHash } from 'node:crypto'
import { whyNotChange } from '../../domain/arrived.ts'
import { DAY_MS } from '../../domain/durations.ts'
import type { TwoPeople } from '../../domain/limits.ts'
import type { Road } from '../../domain/money-schemas.ts'
import { ROADS } from '../../domain/money-schemas.ts'
import { moveMoneyInWords } from '../../domain/move-money.ts'
import {
  type CancellationPreview,
  type SecondPersonReason,
  secondPersonReasons,
  stoppableUntil,
} from '../../domain/office/bulk-actions.ts'
import { sentenceForClerk } from '../../domain/office/clerk-sentences.ts'
import { repaymentForClerk } from '../../domain/office/repayment-text.ts'
import {
  assignTicked,
  type PlannedMove,
  reasonsOfMoves,
  type TickedCancellation,
  type TickedMove,
  type TickedPreview,
  type TickedRow,
  timesInWindow,
} from '../../domain/office/ticked.ts'
import { repaymentsOf, sumOfRepayments } from '../../domain/repayments.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import { arrivedRefusal } from '../bookings/appointment.ts'
import { type BookedAppointment, findAppointment } from '../bookings/appointments.queries.ts'
import { planMove } from '../bookings/move-to-event.ts'
import { findMemberOfAppointment, listTimesForStaff } from '../bookings/on-behalf.queries.ts'
import { findEventRecord } from '../events/office.queries.ts'
import type { Member } from '../members/members.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import { countTickedOf } from './bulk-actions.queries.ts'
import { toRepaymentCounts } from './count-repayments.ts'
import { isReached } from './is-reached.ts'

type Ticked = { member: Member; booked: BookedAppointment }
type Asked = {
  eventId: number
  staffId: number
  sendsSms: boolean
  limits: TwoPeople
  now: Date
}
type Roads = Record<Road, { count: number; pence: number }>

/** What a dry run shows, and what would then be done. */
export type TickedPlan = {
  preview: TickedPreview
  ids: number[]
  moves: PlannedMove[]
  roads: Roads
}

/** Moves of the ticked appointments to free times of an event. Throws Refused not_found. */
export async function planMoves(
  q: Queryable,
  { ids, event_id: toId, earliest, latest }: TickedMove,
  asked: Asked,
): Promise<TickedPlan> {
  const { eventId, now } = asked
  const from = await mustFindEvent(q, eventId)
  const to = await mustFindEvent(q, toId)
  if (to.status === 'draft') throw new Refused('not_published')
  const ticked = await loadTicked(q, ids)
  const besides = toId === eventId ? ticked.map(({ booked }) => booked.startsAt) : []
  const slots = timesInWindow(await freeSlots(q, { eventId: toId, now }), {
    earliest,
    latest,
    besides,
  })
  const [anyTime] = slots
  const refusals = new Map<number, string>()
  for (const one of ticked) {
    const refusal = await refusalOf(async () => {
      mustStandAt(one, eventId)
      if (!anyTime) throw new Refused('slot_taken')
      await planMove(q, { ...moveOf(one, toId), ...anyTime, now })
    })
    if (refusal !== null)
      refusals.set(one.booked.id, anyTime || isOver(one) ? refusal : 'There is no free time.')
  }
  const movable = ticked.filter(({ booked }) => !refusals.has(booked.id))
  const assigned = assignTicked(
    movable.map(({ booked: { id, startsAt } }) => ({ id, startsAt })),
    { from: ukDate(from.startsAt), to: ukDate(to.startsAt), slots },
  )
  const people: TickedRow[] = []
  const moves: PlannedMove[] = []
  const roads = noRoads()
  for (const one of ticked) {
    const { booked } = one
    const slot = assigned.get(booked.id)
    const row = await rowOf(q, one, asked)
    if (!slot) {
      people.push({ ...row, refusal: refusals.get(booked.id) ?? 'There is no free time left.' })
      continue
    }
    const { date, time } = slot
    const { price, differencePence } = await planMove(q, { ...moveOf(one, toId), date, time, now })
    const money = moveMoneyInWords(price.pricePence, booked)
    people.push({ ...row, to_date: date, to_time: time, money })
    if (differencePence < 0) add(roads, { road: 'card', pence: -differencePence })
    moves.push({
      appointment_id: booked.id,
      starts_at: booked.startsAt.toISOString(),
      date,
      time,
      difference_pence: differencePence,
    })
  }
  const reasons = reasonsOfMoves(await reasonsFor(q, { members: moves.length, roads, asked }))
  const moved = moves.map((one) => one.appointment_id)
  return planOf({ people, moves, ids: moved, roads, reasons }, asked)
}

/** Cancellations of the ticked appointments; `mayExceed` as of one of them. */
export async function planCancellations(
  q: Queryable,
  { ids, refund, mayExceed }: TickedCancellation & { mayExceed: boolean },
  asked: Asked,
): Promise<TickedPlan> {
  const { eventId, now } = asked
  await mustFindEvent(q, eventId)
  const people: TickedRow[] = []
  const toCancel: number[] = []
  const roads = noRoads()
  for (const one of await loadTicked(q, ids)) {
    const { booked } = one
    const times = { startsAt: booked.startsAt, freeUntil: booked.freeCancelUntil, now }
    const money = booked.money ?? { held: [] }
    const repayments = repaymentsOf(money, times, refund)
    const row = await rowOf(q, one, asked)
    const refusal = await refusalOf(async () => {
      mustStandAt(one, eventId)
      const whyNot = whyNotChange(booked, now)
      if (whyNot === 'arrived') throw arrivedRefusal(true)
      if (whyNot === 'started') throw new Refused('appointment_started')
      const byPolicy = sumOfRepayments(repaymentsOf(money, times, 'policy'))
      if (sumOfRepayments(repayments) > byPolicy && !mayExceed) throw new Refused('not_permitted')
    })
    if (refusal !== null) {
      people.push({ ...row, refusal })
      continue
    }
    for (const repayment of repayments) add(roads, repayment)
    const words = repayments.map((repayment) => repaymentForClerk(repayment)).join(' ')
    people.push({ ...row, money: words || 'Nothing was paid.' })
    toCancel.push(booked.id)
  }
  const reasons = await reasonsFor(q, { members: toCancel.length, roads, asked })
  return planOf({ people, moves: [], ids: toCancel, roads, reasons, refund }, asked)
}

/** The same counts as those of a cancelled event, for the second person. */
export function toCancellationPreview(
  { preview, ids, roads }: TickedPlan,
  limits: TwoPeople,
): CancellationPreview {
  const { second_person_reasons: reasons, refund_pence: pence } = preview
  return {
    appointments: ids.length,
    paid: roads.card.count,
    refund_pence: roads.card.pence,
    money: toRepaymentCounts(roads),
    money_pence: pence,
    invited: 0,
    waiting: 0,
    without_email: preview.people.filter((one) => one.refusal === null && !one.is_told).length,
    arrived: [],
    needs_second_person: reasons.length > 0,
    second_person_reasons: reasons,
    stop_minutes: limits.stop_minutes,
    bulk_action_id: null,
  }
}

function planOf(
  {
    people,
    moves,
    ids,
    roads,
    reasons,
    refund,
  }: Omit<TickedPlan, 'preview'> & {
    people: TickedRow[]
    reasons: SecondPersonReason[]
    refund?: TickedCancellation['refund']
  },
  { limits, now }: Asked,
): TickedPlan {
  const waits =
    reasons.length === 0 && stoppableUntil({ members: ids.length, now }, limits) !== null
  const acts = people.map((one) => [one.appointment_id, one.refusal === null, one.money])
  const preview = {
    people,
    members: ids.length,
    refund_pence: sumOf(roads),
    second_person_reasons: reasons,
    stop_minutes: waits ? limits.stop_minutes : null,
    shown: createHash('sha256')
      .update(JSON.stringify([acts, moves, refund]))
      .digest('base64url'),
  }
  return { preview, ids, moves, roads }
}

async function mustFindEvent(q: Queryable, eventId: number) {
  const event = await findEventRecord(q, eventId)
  if (!event) throw new Refused('not_found')
  return event
}

/** By time. Throws Refused not_found for an appointment that is not there. */
async function loadTicked(q: Queryable, ids: readonly number[]): Promise<Ticked[]> {
  const ticked: Ticked[] = []
  for (const id of new Set(ids)) {
    const member = await findMemberOfAppointment(q, id)
    const booked = member && (await findAppointment(q, { id, memberId: member.id }))
    if (!booked) throw new Refused('not_found')
    ticked.push({ member, booked })
  }
  return ticked.sort(
    (a, b) =>
      a.booked.startsAt.getTime() - b.booked.startsAt.getTime() || a.booked.id - b.booked.id,
  )
}

/** Throws Refused not_booked, or changed_meanwhile for one that was moved to another event. */
function mustStandAt({ booked }: Ticked, eventId: number): void {
  if (booked.status !== 'booked') throw new Refused('not_booked')
  if (booked.event.event_id !== eventId) throw new Refused('changed_meanwhile')
}

function isOver({ booked }: Ticked): boolean {
  return booked.status !== 'booked'
}

function moveOf({ booked }: Ticked, eventId: number) {
  return { appointmentId: booked.id, eventId, forStaff: true }
}

async function rowOf(q: Queryable, { member, booked }: Ticked, asked: Asked): Promise<TickedRow> {
  return {
    appointment_id: booked.id,
    member_id: member.id,
    name: `${member.firstName} ${member.lastName}`,
    date: ukDate(booked.startsAt),
    time: ukTime(booked.startsAt),
    to_date: null,
    to_time: null,
    money: '',
    refusal: null,
    is_told: await isReached(q, asked, member.id),
  }
}

async function freeSlots(q: Queryable, at: { eventId: number; now: Date }) {
  const times = await listTimesForStaff(q, { ...at, memberId: null })
  return times.map(({ startsAt, free, keptBack }) => ({
    date: ukDate(startsAt),
    time: ukTime(startsAt),
    startsAt,
    places: free + keptBack,
    keptBack,
  }))
}

/** The sentence for the clerk; null when nothing is refused. */
async function refusalOf(check: () => Promise<void>): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return tickedRefusal(error)
  }
}

/** Why nothing was done for one ticked member, for the clerk. */
export function tickedRefusal({ reason, message }: Refused): string {
  if (reason === 'changed_meanwhile') return 'Somebody else has moved this appointment.'
  return sentenceForClerk(reason) ?? message
}

async function reasonsFor(
  q: Queryable,
  { members, roads, asked }: { members: number; roads: Roads; asked: Asked },
): Promise<SecondPersonReason[]> {
  if (members === 0) return []
  const since = new Date(asked.now.getTime() - DAY_MS)
  const before = await countTickedOf(q, { staffId: asked.staffId, since })
  const paid = Object.values(roads).reduce((sum, { count }) => sum + count, 0)
  const sums = { members: members + before, paid, pence: sumOf(roads), earlier: 0 }
  return secondPersonReasons(sums, asked.limits)
}

function noRoads(): Roads {
  return Object.fromEntries(ROADS.map((road) => [road, { count: 0, pence: 0 }])) as Roads
}

function add(roads: Roads, { road, pence }: { road: Road; pence: number }): void {
  if (pence === 0) return
  roads[road].count += 1
  roads[road].pence += pence
}

function sumOf(roads: Roads): number {
  return Object.values(roads).reduce((sum, { pence }) => sum + pence, 0)
}
