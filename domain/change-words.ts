import { canStillChange, changeCutOff } from './booking.ts'
import { BOOKING_HELPLINE, HELPLINE_HOURS } from './helpline.ts'
import { refusalSentence } from './refusals.ts'
import { momentInWords } from './uk-time.ts'

export const TOO_LATE_ONLINE =
  'Your appointment starts in less than 48 hours, so it can no longer be changed or cancelled online.'

export const RING_US = `Please ring our booking helpline on ${BOOKING_HELPLINE}, ${HELPLINE_HOURS}.`

/** Until when the appointment can be changed online, or null when it is too late. */
export function changeableUntil(startsAt: Date, now: Date): Date | null {
  return canStillChange(startsAt, now) ? changeCutOff(startsAt) : null
}

/** The sentence of a mail: until when and where to change the appointment, or the helpline. */
export function changeInWords(startsAt: Date, now: Date): string {
  const until = changeableUntil(startsAt, now)
  if (!until) return `${TOO_LATE_ONLINE} ${RING_US}`
  return `Plans change: you can move it to another time or cancel it in your portal until 48 hours before, that is until ${momentInWords(until)}. Someone else can have your place then.`
}

/**
 * The refusal because of another appointment (spec §8), with the helpline when that one can no
 * longer be cancelled online. `startsAt` is its start, or null when only the server knows it.
 */
export function existingBookingInWords(startsAt: Date | null, now: Date): string {
  const sentence = refusalSentence('existing_booking')
  if (!startsAt) return `${sentence} If it starts in less than 48 hours: ${RING_US}`
  return canStillChange(startsAt, now) ? sentence : `${sentence} ${TOO_LATE_ONLINE} ${RING_US}`
}

/** The refusal of a change within 48 hours (spec §8), with the helpline. */
export function tooLateInWords(reason: 'too_late_to_cancel' | 'too_late_to_move'): string {
  return `${refusalSentence(reason)}: ring ${BOOKING_HELPLINE}, ${HELPLINE_HOURS}.`
}
