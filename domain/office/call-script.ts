// What to say to a member whom a message of the office did not reach.
import { pounds } from '../money.ts'
import { dateParts, dayInWords, momentInWords, ukDate, ukTime } from '../uk-time.ts'
import type { BulkKind } from './bulk-actions.ts'
import { ON_TIME } from './running-late.ts'
import { lateTimes } from './sms-texts.ts'

/** What a call is for whose task is about one appointment or one place. */
export type AppointmentCall =
  | { kind: 'unpaid'; startsAt: Date; address: string; owedPence: number }
  | { kind: 'place_offered'; startsAt: Date; address: string; until: Date }
  | { kind: 'did_not_attend'; startsAt: Date; address: string }

export function appointmentScript(call: AppointmentCall): string[] {
  const when = `${ukTime(call.startsAt)} on ${dateOf(call.startsAt)}`
  switch (call.kind) {
    case 'unpaid':
      return [
        `Say: ‘Your appointment is at ${when}, at ${call.address}. ${pounds(call.owedPence)} is still to pay.’`,
        'Ask how they would like to pay. Open the payment on their record to send a link or to record what they pay.',
        'If they do not want to come any more, cancel the appointment on their record.',
      ]
    case 'place_offered':
      return [
        `Say: ‘A place is free at ${when}, at ${call.address}. We are holding it for you until ${momentInWords(call.until)}.’`,
        'If they want it, book it on their record while you talk. If not, take them off the waiting list, and the next person is offered it.',
      ]
    case 'did_not_attend':
      return [
        `Say: ‘We did not see you at your appointment at ${when}. Something may have come up. You do not need to explain.’`,
        'Ask how they are, and offer another appointment.',
      ]
  }
}

export type CallFacts = {
  event: { name: string; startsAt: Date; endsAt: Date; address: string }
  /** Null for a member on the waiting list. */
  appointment: {
    startsAt: Date
    isBooked: boolean
    /** Of an appointment that was moved to another event. */
    movedTo?: { name: string; address: string } | null
  } | null
  /** A message about the appointment alone was not sent either. */
  isAboutAppointment: boolean
  /** What they were not told of the event, oldest first. */
  untold: {
    kind: BulkKind
    subject: string | null
    message: string | null
    /** Of a day that runs late. */
    lateMinutes?: number | null
  }[]
}

export function callScript(facts: CallFacts): string[] {
  const { appointment, untold } = facts
  const isOver = appointment?.isBooked === false
  // Nobody needs the time of an appointment that they no longer have.
  const lastLate = untold.findLast(({ kind }) => kind === 'running late')
  const current = untold.filter((one) => one.kind !== 'running late' || one === lastLate)
  const toSay = isOver ? current.filter(({ kind }) => !isOfTime(kind)) : current
  const hasSaid = toSay.some(({ kind }) => SAYS_HOW_IT_STANDS.includes(kind))
  return [
    ...toSay.flatMap((one) => linesOf(one, facts)),
    ...((isOver || facts.isAboutAppointment) && !hasSaid ? howItStands(facts) : []),
  ]
}

/** Their lines say how the appointment stands. */
const SAYS_HOW_IT_STANDS: BulkKind[] = [
  'event cancellation',
  'appointment moves',
  'appointment cancellations',
]

function isOfTime(kind: BulkKind): boolean {
  return (
    kind === 'event change' ||
    kind === 'time change' ||
    kind === 'appointment moves' ||
    kind === 'running late'
  )
}

function linesOf(
  { kind, subject, message, lateMinutes }: CallFacts['untold'][number],
  facts: CallFacts,
) {
  const { event, appointment } = facts
  const readOut = message ? [`Read out: ‘${message}’`] : []
  switch (kind) {
    case 'event cancellation':
      return [
        `Say: ‘We are very sorry. We have had to cancel ${event.name} on ${dateOf(event.startsAt)}. Please do not come.’`,
        ...readOut,
        ...(appointment
          ? [
              'If they have paid, say that we will refund the full amount. Their record shows how.',
              'Offer another event.',
            ]
          : ['Say that the waiting list has closed, and offer another event.']),
      ]
    case 'event change':
      return [
        'Say: ‘The details of your event have changed.’',
        `Read out: ‘${event.name}, ${timeOf(facts)} on ${dateOf(event.startsAt)}, ${event.address}’`,
      ]
    case 'time change':
      return [
        appointment
          ? `Say: ‘Your appointment is now at ${ukTime(appointment.startsAt)} on ${dateOf(appointment.startsAt)}.’`
          : `Say: ‘The event is now from ${timeOf(facts)} on ${dateOf(event.startsAt)}.’`,
        ...readOut,
        ...(appointment ? ['Ask if they can come then. If not, offer another time.'] : []),
      ]
    case 'appointment moves':
      return [
        'Say: ‘We have had to move your appointment.’',
        ...howItStands(facts),
        'Ask if they can come then. If not, offer another time.',
      ]
    case 'appointment cancellations':
      return [
        ...howItStands(facts),
        'If they have paid, say what we will refund. Their record shows it.',
        'Offer another event.',
      ]
    case 'running late':
      return appointment && lateMinutes != null ? [lateLine(appointment.startsAt, lateMinutes)] : []
    case 'message':
      return [`Read out: ‘${[subject, message].filter(Boolean).join('. ')}’`]
  }
}

function lateLine(startsAt: Date, minutes: number): string {
  const { from, to } = lateTimes({ startsAt, minutes })
  if (minutes === ON_TIME)
    return `Say: ‘We are running on time again. Please come for your appointment at ${from}, as booked.’`
  return `Say: ‘We are sorry. We are running about ${minutes} minutes late. Your appointment at ${from} will start at about ${to}.’`
}

function howItStands({ event, appointment }: CallFacts): string[] {
  if (!appointment) return []
  const when = `${ukTime(appointment.startsAt)} on ${dateOf(appointment.startsAt)}`
  if (!appointment.isBooked) return [`Say: ‘Your appointment at ${when} has been cancelled.’`]
  return [
    `Say: ‘Your appointment is at ${when}, at ${appointment.movedTo?.address ?? event.address}.’`,
    'Say what has changed or what they still have to pay. Their record shows it.',
  ]
}

function timeOf({ event, appointment }: CallFacts): string {
  return appointment
    ? ukTime(appointment.startsAt)
    : `${ukTime(event.startsAt)} to ${ukTime(event.endsAt)}`
}

function dateOf(at: Date): string {
  const date = ukDate(at)
  return `${dateParts(date).weekday} ${dayInWords(date)}`
}
