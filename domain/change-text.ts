import { canStillChange, changeCutOff } from './booking.ts'
import { OUR, type Wording, wording } from './charity.ts'
import { refusalSentence } from './refusals.ts'
import { momentInWords } from './uk-time.ts'

export const TOO_LATE_ONLINE =
  'Your appointment starts in less than 48 hours, so you can no longer change or cancel it online.'

export const RING_US = wording`Please call our booking helpline on ${OUR.booking_helpline}, ${OUR.helpline_hours}.`

/** Until when the appointment can be changed online, or null when it is too late. */
export function changeableUntil(startsAt: Date, now: Date): Date | null {
  return canStillChange(startsAt, now) ? changeCutOff(startsAt) : null
}

export function changeInWords(startsAt: Date, now: Date): Wording {
  const until = changeableUntil(startsAt, now)
  if (!until) return wording`${TOO_LATE_ONLINE} ${RING_US}`
  return `If your plans change, you can choose another time or cancel in your portal until ${momentInWords(until)}, which is 48 hours before. We can then give your place to someone else.`
}

/** `startsAt` is the start of the existing booking; null when unknown in the browser. */
export function existingBookingInWords(startsAt: Date | null, now: Date): Wording {
  const sentence = refusalSentence('existing_booking')
  if (!startsAt)
    return wording`${sentence} If it starts in less than 48 hours, you can only cancel by phone. ${RING_US}`
  return canStillChange(startsAt, now)
    ? sentence
    : wording`${sentence} ${TOO_LATE_ONLINE} ${RING_US}`
}

export function tooLateInWords(reason: 'too_late_to_cancel' | 'too_late_to_move'): Wording {
  return wording`${refusalSentence(reason)}: call ${OUR.booking_helpline}, ${OUR.helpline_hours}.`
}
