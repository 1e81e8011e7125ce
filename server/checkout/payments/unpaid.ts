import { moneyOf } from '../../../domain/money-of.ts'
import {
  askablePence,
  type Reminded,
  reminderWay,
  type Unpaid,
  type UnpaidTab,
} from '../../../domain/office/unpaid.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import { logAccess } from '../../bookings/on-behalf.ts'
import type { Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refused, sentenceOf } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { callAboutMoney } from '../../tasks/call-about-money.ts'
import { sendLinkTo } from './send-link-to.ts'
import { findReminded, listUnsettled } from './unpaid.queries.ts'

/** Sentences of the site speak to the member; these speak to the clerk. */
const REFUSALS: Partial<Record<Refused['reason'], string>> = {
  not_booked: 'This appointment is no longer booked.',
  nothing_to_pay: 'Nothing is to be paid by a payment link for this appointment.',
  appointment_started: 'The event has ended, so no payment link can be sent.',
  payment_under_way: 'A card payment for this appointment is in progress.',
  too_many_requests: 'You have sent too many payment links in the last hour. Send the rest later.',
}

type UnpaidDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'>

/** How many appointments of coming events are unpaid, and the sum. */
export async function sumComing(
  q: Queryable,
  now: Date,
): Promise<{ count: number; pence: number }> {
  const rows = await listUnsettled(q, { now, pastDays: 0 })
  const owed = rows.map(({ records }) => askablePence(records)).filter((pence) => pence > 0)
  return { count: owed.length, pence: owed.reduce((sum, pence) => sum + pence, 0) }
}

/** Everything that may be asked for now, by tab, in order of time; with `id` of this appointment alone. */
export async function listUnpaid(
  q: Queryable,
  { sendsSms, ...of }: { search?: string; id?: number; now: Date; sendsSms: boolean },
): Promise<Record<UnpaidTab, Unpaid[]>> {
  const { now } = of
  const rows = await listUnsettled(q, of)
  const owing = rows.flatMap((row) => {
    const owed = askablePence(row.records)
    return owed > 0 ? [{ isPast: row.eventEndsAt <= now, one: toUnpaid(row, owed, sendsSms) }] : []
  })
  return {
    coming: owing.filter(({ isPast }) => !isPast).map(({ one }) => one),
    past: owing
      .filter(({ isPast }) => isPast)
      .map(({ one }) => ({ ...one, reminder: null }))
      .toReversed(),
  }
}

export function totalPence(rows: readonly Unpaid[]): number {
  return rows.reduce((sum, { owed }) => sum + owed, 0)
}

/**
 * Sends each of these members a payment link, one by one, or puts whom no link reaches among the people to
 * call: `not_sent` says who gets none and why, which stops no other. The same appointment twice is sent once.
 */
export async function sendReminders(
  deps: UnpaidDeps,
  { ids, staff }: { ids: readonly number[]; staff: Staff },
): Promise<Reminded> {
  const reminded: Reminded = { sent: [], to_call: [], not_sent: [] }
  for (const id of new Set(ids)) {
    const found = await findReminded(deps.database.db, id)
    const name = found ? `${found.firstName} ${found.lastName}` : `Appointment ${id}`
    const refuse = (reason: string) => reminded.not_sent.push({ appointment_id: id, name, reason })
    if (!found) {
      refuse(sentenceOf('not_found'))
      continue
    }
    const by = wayOf(found, deps.settings.sendsSms)
    if (by === null) {
      if (await putOnCalls(deps, { id, staff })) reminded.to_call.push({ appointment_id: id, name })
      else refuse(REFUSALS.nothing_to_pay ?? sentenceOf('nothing_to_pay'))
      continue
    }
    try {
      const { to } = await sendLinkTo(deps, { appointmentId: id, by, staff, isReminder: true })
      reminded.sent.push({ appointment_id: id, to })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refuse(REFUSALS[error.reason] ?? error.message)
    }
  }
  return reminded
}

/** False when nothing is to be asked for by now. */
function putOnCalls(
  deps: UnpaidDeps,
  { id, staff }: { id: number; staff: Staff },
): Promise<boolean> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const { sendsSms } = deps.settings
    const [one] = (await listUnpaid(tx, { id, now, sendsSms })).coming
    if (!one || one.pays_at_venue) return false
    const { member_id: memberId } = one
    await logAccess(tx, { staff, memberId, now })
    await callAboutMoney(tx, { appointmentId: id, now })
    const entry = { by: staff, memberId, subject: `appointment ${id}`, at: now }
    await insertAudit(tx, entry, 'call about a payment requested', {})
    return true
  })
}

type Row = Awaited<ReturnType<typeof listUnsettled>>[number]

function toUnpaid(row: Row, owed: number, sendsSms: boolean): Unpaid {
  const paysAtVenue = row.paymentStatus === 'paid'
  return {
    appointment_id: row.id,
    member_id: row.memberId,
    name: `${row.firstName} ${row.lastName}`,
    email: row.email,
    phone: row.phone,
    event_id: row.eventId,
    event_name: row.eventName,
    date: ukDate(row.startsAt),
    time: ukTime(row.startsAt),
    reference: row.reference,
    price: row.pricePence,
    paid: moneyOf(row.records).heldPence,
    owed,
    pays_at_venue: paysAtVenue,
    reminded_at: row.remindedAt?.toISOString() ?? null,
    reminder: paysAtVenue ? null : wayOf(row, sendsSms),
  }
}

function wayOf(row: Pick<Row, 'email' | 'phone' | 'provenPhone' | 'contactBy'>, sendsSms: boolean) {
  return reminderWay({
    email: row.email,
    mobile: provenMobile(row),
    contactBy: row.contactBy,
    sendsSms,
  })
}
