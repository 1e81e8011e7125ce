import { type Money, moneyOf } from '../../domain/money-of.ts'
import { moneyInWords, toShownMoney } from '../../domain/money-shown.ts'
import type { Attendee, AttendeeSort, WaitingRow } from '../../domain/office/attendee-schemas.ts'
import { attendeePayment } from '../../domain/office/attendee-text.ts'
import { type FileRow, momentCell, poundsCell } from '../../domain/office/file-columns.ts'
import { toldBy } from '../../domain/office/told.ts'
import { ukDate, ukInstant, ukTime } from '../../domain/uk-time.ts'
import { openSupportNote } from '../members/support-note.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import type { listAttendees, listWaiting } from './attendees.queries.ts'

type BookedRow = Awaited<ReturnType<typeof listAttendees>>[number]
type Waiting = Awaited<ReturnType<typeof listWaiting>>[number]

const NO_APPOINTMENT = {
  lacks: [],
  appointment_id: null,
  reference: null,
  date: null,
  time: null,
  is_over: false,
  attendance: null,
  payment_status: null,
  price: null,
  due: null,
  free_repeat: false,
  paid: null,
  refund: null,
  money: null,
}

/** Without how they heard of a change. */
export type Untold = Omit<Attendee, 'told'>

export function toBookedAttendee(fieldKeys: FieldKeys, row: BookedRow, now: Date): Untold {
  const money = moneyOf(row.records)
  return {
    ...toMember(row),
    ...supportOf(fieldKeys, row),
    lacks: [
      ...(row.lacksConsent ? (['consent'] as const) : []),
      ...(row.lacksNhsNumber ? (['nhs_number'] as const) : []),
    ],
    appointment_id: row.id,
    wait_id: null,
    reference: row.reference,
    date: ukDate(row.startsAt),
    time: ukTime(row.startsAt),
    is_over: row.endsAt <= now,
    attendance: row.attendance,
    payment_status: shownPaymentStatus(row),
    price: row.pricePence,
    free_repeat: (row.freeRepeatOf ?? row.repeatsAppointment) !== null,
    due: money.duePence,
    paid: money.paidPence || null,
    refund: refundIn(money),
    money: moneyInWords(toShownMoney(money)),
    waiting_since: null,
    offered_until: null,
  }
}

type SortKey = { value: string | number; id: number }
export type AttendeeOrder = { sort: AttendeeSort; isDescending: boolean }

const VALUE_OF: Record<AttendeeSort, (row: Untold) => string | number> = {
  time: startOf,
  name: ({ name }) => name,
  paid: ({ paid }) => paid ?? 0,
}

/** The rows after this one in this order; of equal ones the first appointment comes first, or last. */
export function attendeesAfter(
  rows: readonly Untold[],
  { sort, isDescending, after }: AttendeeOrder & { after: SortKey | null },
): Untold[] {
  const keyOf = (row: Untold) => ({ value: VALUE_OF[sort](row), id: row.appointment_id ?? 0 })
  const direction = isDescending ? -1 : 1
  const order = (one: SortKey, other: SortKey) =>
    direction * (compareValues(one.value, other.value) || one.id - other.id)
  const sorted = rows.toSorted((one, other) => order(keyOf(one), keyOf(other)))
  return after ? sorted.filter((row) => order(keyOf(row), after) > 0) : sorted
}

function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'string') return one.localeCompare(String(other), 'en-GB')
  return one - Number(other)
}

/** What a page of this order ends with. */
export function sortValueOf(row: Untold, sort: AttendeeSort): string | number {
  return VALUE_OF[sort](row)
}

/** Of the appointment, in milliseconds; 0 on the waiting list. */
function startOf({ date, time }: Pick<Attendee, 'date' | 'time'>): number {
  return date && time ? ukInstant(date, time).getTime() : 0
}

const LACKS = { consent: 'consent', nhs_number: 'NHS number' } as const

/** Of a file: what the screen shows, and by which ways the person is reached. */
export function toAttendeeFileRow(row: Attendee, contact: FileRow): FileRow {
  const person = { Number: row.member_id, Name: row.name, ...contact }
  if (row.waiting_since !== null)
    return {
      ...person,
      'Waiting since': momentCell(row.waiting_since),
      'Place offered until': row.offered_until && momentCell(row.offered_until),
    }
  return {
    Time: row.time,
    Reference: row.reference,
    ...person,
    'Did they come?': row.attendance,
    Payment: attendeePayment(row),
    'Price (£)': poundsCell(row.price),
    'Still to pay (£)': poundsCell(row.due),
    'Paid (£)': poundsCell(row.paid),
    'To call about a change': toldBy(row.told) === 'to call' ? 'Yes' : null,
    'Still to give': row.lacks.map((lack) => LACKS[lack]).join(', '),
  }
}

/** What failed and is not made otherwise comes first: somebody has to act. */
function refundIn({ failedPence, onItsWayPence, refundedPence }: Money): Attendee['refund'] {
  if (failedPence > 0) return { amount: failedPence, state: 'failed' }
  const amount = onItsWayPence + refundedPence
  if (amount === 0) return null
  return { amount, state: onItsWayPence > 0 ? 'queued' : 'done' }
}

export function toWaitingAttendee(fieldKeys: FieldKeys, row: Waiting): Untold {
  const {
    wait_id,
    joined_at: since,
    status,
    offered_until: offeredUntil,
    ...member
  } = toWaiting(row)
  return {
    ...member,
    ...supportOf(fieldKeys, row),
    ...NO_APPOINTMENT,
    wait_id,
    waiting_since: since,
    offered_until: status === 'offered' ? offeredUntil : null,
  }
}

export function toWaiting(row: Waiting): WaitingRow {
  return {
    wait_id: row.id,
    ...toMember(row),
    joined_at: row.joinedAt.toISOString(),
    status: row.status === 'offered' ? 'offered' : 'waiting',
    offered_until: row.offeredUntil?.toISOString() ?? null,
  }
}

/** A stored 'paid' with a price means that the venue takes it (rules §3.7). */
function shownPaymentStatus({ paymentStatus, pricePence }: BookedRow): string {
  return paymentStatus === 'paid' && pricePence > 0 ? 'at the venue, not yet' : paymentStatus
}

function toMember(row: BookedRow | Waiting) {
  const { memberId, firstName, lastName, email, phone } = row
  return { member_id: memberId, name: `${firstName} ${lastName}`, email, phone }
}

function supportOf(fieldKeys: FieldKeys, row: BookedRow | Waiting) {
  return { support_needs: row.supportNeeds, support_note: openSupportNote(fieldKeys, row) }
}
