import type { ContactWay } from '../../../domain/contact-and-support.ts'
import type { EventDetails } from '../../../domain/contract.ts'
import { eventAddress } from '../../../domain/events.ts'
import {
  bookedText,
  cancelledText,
  changedText,
  movedText,
} from '../../../domain/office/sms-texts.ts'
import { type PhoneFacts, provenMobile } from '../../../domain/proven-mobile.ts'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { SmsDraft } from '../../platform/sms.ts'
import type { Outgoing } from '../mails/letter.ts'
import type { TemplatedMail } from '../mails/mail-templates.ts'

const NOTICES = {
  booked: { subject: 'Appointment booked', text: bookedText },
  moved: { subject: 'Appointment has a new time', text: movedText },
  changed: { subject: 'Event changed', text: changedText },
  cancelled: { subject: 'Appointment cancelled', text: cancelledText },
  'cancelled by us': {
    subject: 'Event cancelled',
    text: (one: Parameters<typeof cancelledText>[0]) => cancelledText({ ...one, byUs: true }),
  },
} as const

type AppointmentNotice = {
  kind: keyof typeof NOTICES
  member: PhoneFacts & { contactBy: ContactWay }
  booked: { reference: string; startsAt: Date; event: EventDetails }
}

/** The number, in E.164, of a member who wants text messages. */
export function textsTo(
  { sendsSms }: Pick<Deps['settings'], 'sendsSms'>,
  member: AppointmentNotice['member'],
): string | null {
  return member.contactBy === 'sms' && sendsSms ? provenMobile(member) : null
}

/** Members who chose to be called, or to get post, do not want text messages. */
const TAKE_TEXTS: readonly ContactWay[] = ['sms', 'email']

/**
 * The number, in E.164, for what an email may not bring in time or at all; null for none. It goes to
 * members who prefer email too.
 */
export function mobileForTexts(
  { sendsSms }: Pick<Deps['settings'], 'sendsSms'>,
  member: AppointmentNotice['member'],
): string | null {
  return sendsSms && TAKE_TEXTS.includes(member.contactBy) ? provenMobile(member) : null
}

/** Null for a member who wants no SMS or has no UK mobile number, or where nothing takes one. */
export function appointmentSms(
  { sendsSms }: Pick<Deps['settings'], 'sendsSms'>,
  { kind, member, booked }: AppointmentNotice,
): SmsDraft | null {
  const phone = textsTo({ sendsSms }, member)
  if (phone === null) return null
  const { reference, startsAt, event } = booked
  const { subject, text } = NOTICES[kind]
  const where = eventAddress(event)
  const about = `sms-${kind.split(' ')[0]} ${reference}`
  return { phone, subject, about, text: text({ startsAt, where, reference }) }
}

/**
 * The mail, which nobody gets without an address, and the SMS of a member who wants one: a function
 * that adds both in the caller's transaction, as Jobs.prepare.
 */
export async function prepareNotice(
  { jobs, settings }: Pick<Deps, 'jobs'> & { settings: Pick<Deps['settings'], 'sendsSms'> },
  mail: Outgoing | TemplatedMail,
  notice: AppointmentNotice,
): Promise<(q: Queryable) => Promise<unknown>> {
  const sms = appointmentSms(settings, notice)
  const addMail = await jobs.prepare('mail', mail)
  if (!sms) return addMail
  const addSms = await jobs.prepare('sms', sms)
  return (q) => Promise.all([addMail(q), addSms(q)])
}
