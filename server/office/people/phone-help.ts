import { duePence, unpaidPence } from '../../../domain/how-to-pay.ts'
import type { PhoneHelp } from '../../../domain/office/phone-help.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { toAppointment } from '../../bookings/appointment.ts'
import { findAppointment } from '../../bookings/appointments.queries.ts'
import { sendConsentLink } from '../../bookings/consent/consent-link.ts'
import { findEmailTemplate } from '../../care/reminders/notices.queries.ts'
import type { Deps } from '../../deps.ts'
import type { AccountHolderRow } from '../../members/members.queries.ts'
import { lockProfile } from '../../members/office-record.queries.ts'
import { mayTellMember } from '../../members/reach.queries.ts'
import { ownRecord } from '../../members/record-of.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import { bannersInMails } from '../../site/banners.queries.ts'
import type { Staff } from '../../staff/guard.ts'

/**
 * Sends it to the address that signs in, which its owner has confirmed, and returns that address; never
 * to one that somebody typed. Throws Refused not_found, no_account, nothing_to_send, too_many_requests.
 */
export async function sendHelp(
  deps: Deps,
  { memberId, help, staff }: { memberId: number; help: PhoneHelp; staff: Staff },
): Promise<string> {
  const { send, appointment_id: appointmentId } = help
  if (send !== 'consent_link') {
    const to = await commit(deps, async (tx) => {
      const member = await lockHelped(tx, deps, { memberId, help, staff })
      if (send === 'booking_email') await queueBookingMail(tx, deps, { member, appointmentId })
      return member.email
    })
    if (send === 'sign_in_link') await askForLink(deps, '/otp', { email: to, create_user: false })
    return to
  }
  const booked =
    appointmentId === undefined
      ? null
      : await findAppointment(deps.database.db, { id: appointmentId, memberId })
  if (!booked) throw new Refused('nothing_to_send')
  const sent = await sendConsentLink(deps, {
    memberId,
    testDate: ukDate(booked.startsAt),
    allow: (tx) => lockHelped(tx, deps, { memberId, help, staff }),
  })
  if (!sent) throw new Refused('nothing_to_send')
  return sent.to
}

/** Mails the confirmation of a sign-up again, to its own address; does nothing without one. */
export async function sendConfirmationAgain(
  deps: Deps,
  { email, staff }: { email: string; staff: Staff },
): Promise<void> {
  const at = deps.now()
  await commit(deps, async (tx) => {
    await consumeOrThrow(tx, deps, 'help mails of a person', staff.userId)
    await consumeOrThrow(tx, deps, 'help mails to', email.toLowerCase())
    await insertAudit(tx, { by: staff, subject: 'sign-up', at }, 'confirmation sent again')
  })
  await askForLink(deps, '/resend', { type: 'signup', email })
}

/** The member, who has an account; counts, audits and logs that help is sent. */
async function lockHelped(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'fieldKeys' | 'settings'>,
  { memberId, help, staff }: { memberId: number; help: PhoneHelp; staff: Staff },
): Promise<AccountHolderRow> {
  const at = deps.now()
  const row = ownRecord(await lockProfile(tx, memberId))
  const { userId, email } = row
  if (userId === null || email === null) throw new Refused('no_account')
  if (!(await mayTellMember(tx, memberId, 'appointment'))) throw new Refused('nothing_to_send')
  await consumeOrThrow(tx, deps, 'help mails of a person', staff.userId)
  await consumeOrThrow(tx, deps, 'help mails to', email)
  const { send, appointment_id: appointment } = help
  await insertAudit(tx, { by: staff, memberId, at }, 'help sent on the phone', {
    sent: send.replaceAll('_', ' '),
    ...(appointment !== undefined && { appointment }),
  })
  const access = { what: 'member', reason: 'request of the man', at } as const
  await insertStaffAccess(tx, { staff, memberId, ...access })
  return { ...row, userId, email }
}

async function queueBookingMail(
  tx: Tx,
  deps: Deps,
  { member, appointmentId }: { member: AccountHolderRow; appointmentId: number | undefined },
): Promise<void> {
  const now = deps.now()
  const filter = { id: appointmentId ?? 0, memberId: member.id }
  const booked = appointmentId === undefined ? null : await findAppointment(tx, filter)
  if (booked?.status !== 'booked' || booked.startsAt <= now) throw new Refused('nothing_to_send')
  const template = await findEmailTemplate(tx, booked.event.product_id)
  const appointment = toAppointment(booked, member.email)
  await deps.jobs.enqueue(tx, 'mail', {
    template: 'booking confirmed',
    about: `booked ${booked.reference}`,
    params: {
      member,
      booked,
      banners: await bannersInMails(tx, { eventId: booked.event.event_id, now }),
      template,
      paid: null,
      duePence: duePence(appointment),
      unpaidPence: unpaidPence(appointment),
      publicUrl: deps.settings.publicUrl,
      now,
    },
  })
}

/** As the member's own browser asks; the service answers the same without the account. */
async function askForLink(
  { auth }: Pick<Deps, 'auth'>,
  path: '/otp' | '/resend',
  body: object,
): Promise<void> {
  const answer = await auth.call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    address: '',
  })
  if (answer.status === 429) throw new Refused('too_many_requests')
  if (!answer.ok) throw new Error(`the service answers ${path} with ${answer.status}`)
}
