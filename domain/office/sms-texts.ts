// What the office sends by SMS: never a diagnosis, a result or what the appointment is for.
import { OUR, type Wording, wording } from '../charity.ts'
import { pounds } from '../money.ts'
import { NUMBER_CODE_MINUTES } from '../my-phone.ts'
import { nameInMessages } from '../person-name.ts'
import { dayInWords, momentInWords, ukDate, ukTime } from '../uk-time.ts'
import { ON_TIME } from './running-late.ts'
import { gsmText } from './sms.ts'

const QUESTIONS = wording`Questions: ${OUR.booking_helpline}`

export function paymentAskedText({
  startsAt,
  pence,
  until,
  link,
}: {
  startsAt: Date
  pence: number
  until: Date
  link: string
}): Wording {
  return wording`CHAPS: please pay ${pounds(pence)} for your appointment at ${momentInWords(startsAt)}. Pay by card by ${dayInWords(ukDate(until))}: ${link} ${QUESTIONS}`
}

const LONGEST_ASKER = 40

/** To somebody for whom a host asked us to hold a place, or `by`, a person who is named. */
export function placeHeldText({
  startsAt,
  until,
  link,
  by,
}: {
  startsAt: Date
  until: Date
  link: string
  by?: string | undefined
}): Wording {
  const asker = gsmText(nameInMessages(by ?? ''))
    .slice(0, LONGEST_ASKER)
    .trim()
  if (asker !== '')
    return wording`CHAPS: ${asker} asked us to hold a place for you at ${momentInWords(startsAt)}. Nothing is booked. You decide, by ${momentInWords(until)}: ${link} ${QUESTIONS}`
  return wording`CHAPS: a place is held for you at ${momentInWords(startsAt)}. Nothing is booked yet. Book it by ${momentInWords(until)}: ${link} ${QUESTIONS}`
}

export function placeNoLongerHeldText({
  startsAt,
  isCancelled,
}: {
  startsAt: Date
  isCancelled: boolean
}): Wording {
  const reason = isCancelled
    ? 'The event is cancelled. Please do not come.'
    : 'Its times have changed.'
  return wording`CHAPS: we are sorry, we can no longer hold your place at ${momentInWords(startsAt)}. ${reason} ${QUESTIONS}`
}

/** `where` as the office typed it. */
type Appointment = { startsAt: Date; where: string; reference: string }

export function bookedText({ startsAt, where, reference }: Appointment): Wording {
  return wording`CHAPS: your appointment is booked: ${momentInWords(startsAt)}, ${gsmText(where)}. Reference ${reference}. ${QUESTIONS}`
}

export function movedText({ startsAt, where, reference }: Appointment): Wording {
  return wording`CHAPS: your appointment has a new time: ${momentInWords(startsAt)}, ${gsmText(where)}. Reference ${reference}. ${QUESTIONS}`
}

/** The place or another fact of the event has changed. */
export function changedText({ startsAt, where, reference }: Appointment): Wording {
  return wording`CHAPS: your appointment has changed. It is at ${momentInWords(startsAt)}, ${gsmText(where)}. Reference ${reference}. ${QUESTIONS}`
}

/** `byUs`: the charity cancelled the whole day. */
export function cancelledText({
  startsAt,
  where,
  reference,
  byUs = false,
}: Appointment & { byUs?: boolean }): Wording {
  const when = `${momentInWords(startsAt)}, ${gsmText(where)}`
  return byUs
    ? wording`CHAPS: we are sorry, we had to cancel your appointment at ${when}. Please do not come. Reference ${reference}. ${QUESTIONS}`
    : wording`CHAPS: your appointment at ${when} is cancelled. Reference ${reference}. ${QUESTIONS}`
}

/**
 * The day runs so many minutes late, or with ON_TIME on time again. `isUpdate`: the member had another
 * number of minutes before.
 */
export function lateText({
  startsAt,
  minutes,
  isUpdate = false,
}: {
  startsAt: Date
  minutes: number
  isUpdate?: boolean
}): Wording {
  if (minutes === ON_TIME)
    return wording`CHAPS: we are running on time again. Please come for your appointment at ${ukTime(startsAt)}, as booked. ${QUESTIONS}`
  const news = isUpdate ? 'an update: we are now' : 'we are sorry, we are'
  const { from, to } = lateTimes({ startsAt, minutes })
  return wording`CHAPS: ${news} running about ${minutes} minutes late. Your appointment at ${from} will start at about ${to}. ${QUESTIONS}`
}

/** The time of an appointment and the later one, 'HH:mm' in London. */
export function lateTimes({ startsAt, minutes }: { startsAt: Date; minutes: number }) {
  return { from: ukTime(startsAt), to: ukTime(new Date(startsAt.getTime() + minutes * 60_000)) }
}

/** The office's own words. */
export function officeMessageText(message: string): Wording {
  return wording`CHAPS: ${gsmText(message)} ${QUESTIONS}`
}

/** `byLetter`: a member without an account cannot sign in. */
export function resultNewsText({
  publicUrl,
  byLetter,
}: {
  publicUrl: string
  byLetter: boolean
}): Wording {
  const where = byLetter
    ? 'A letter from us is on its way to you.'
    : `Please sign in to read it: ${publicUrl}/portal`
  return wording`CHAPS: we have news for you. ${where} ${QUESTIONS}`
}

export function nextTestText({ publicUrl }: { publicUrl: string }): Wording {
  return wording`CHAPS: it is time for your next appointment. See events near you: ${publicUrl}/upcoming-events You can also call us to book, or to ask us to stop. ${QUESTIONS}`
}

/** Before an appointment; the link needs no sign-in. */
export function preparationAskedText({
  startsAt,
  link,
}: {
  startsAt: Date
  link: string
}): Wording {
  return wording`CHAPS: please answer four questions before your appointment at ${momentInWords(startsAt)}. If any answer is yes, you can move to a later time for free: ${link} ${QUESTIONS}`
}

/** Some weeks after a visit; the link needs no sign-in. */
export function followUpAskedText({ link }: { link: string }): Wording {
  return wording`CHAPS: one question, with no wrong answer. No account needed: ${link} ${QUESTIONS}`
}

/** To a member who did not attend; without a reproach. */
export function notAttendedText({
  startsAt,
  publicUrl,
}: {
  startsAt: Date
  publicUrl: string
}): Wording {
  return wording`CHAPS: we missed you at ${momentInWords(startsAt)}. You are welcome at another event: ${publicUrl}/book-event-main ${QUESTIONS}`
}

/** To a member of whom no sample could be taken. */
export function notSampledText({
  startsAt,
  isFree,
  publicUrl,
}: {
  startsAt: Date
  isFree: boolean
  publicUrl: string
}): Wording {
  const money = isFree ? ' You do not pay again.' : ''
  return wording`CHAPS: thank you for coming at ${momentInWords(startsAt)}. We would like to try again.${money} Book at ${publicUrl}/book-event-main or call us. ${QUESTIONS}`
}

/** To the mobile that a record had when an account claimed it. */
export function accountConnectedText(): Wording {
  return wording`CHAPS: an online account was connected to your record today. If this was not you, call ${OUR.booking_helpline}.`
}

/** To a number that a member wants to confirm; it may be somebody else's. */
export function numberCodeText({ code }: { code: string }): string {
  return `CHAPS: your code is ${code}. It confirms your number and works for ${NUMBER_CODE_MINUTES} minutes. If you did not ask for it, you do not need to do anything.`
}

/** To the mobile of a record that an account claims; the link needs no sign-in. */
export function claimWaitsText({ link }: { link: string }): Wording {
  return wording`CHAPS: an account asked to see your record. Was it you? ${link} If not, answer there or call ${OUR.booking_helpline}.`
}
