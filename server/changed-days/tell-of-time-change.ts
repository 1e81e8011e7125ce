import { findAppointment } from '../bookings/appointments.queries.ts'
import type { Deps } from '../deps.ts'
import { findEventDetails } from '../events/events.queries.ts'
import { findMember } from '../members/members.queries.ts'
import { mayTellMember } from '../members/reach.queries.ts'
import { eventTimeChanged, waitedEventTimeChanged } from '../messages/mails/event-time-changed.ts'
import type { Outgoing } from '../messages/mails/letter.ts'
import { findMailText } from '../messages/mails/mail-texts.queries.ts'
import { appointmentSms } from '../messages/sms/appointment-sms.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import type { Tx } from '../platform/db/database.ts'
import type { Staff } from '../staff/guard.ts'
import { type BookedRow, listOpenWaits, type Moved } from './change-time.queries.ts'

type TellDeps = Pick<Deps, 'now' | 'jobs' | 'settings'>
export type Told = { memberId: number; appointmentId: number | null; isMailed: boolean }

/** An audit entry of the move and a mail to each. */
export async function tellBooked(
  tx: Tx,
  deps: TellDeps,
  about: {
    free: Moved[]
    booked: BookedRow[]
    message: string | null
    by: Pick<Staff, 'userId'>
    id: number
    eventId: number
  },
): Promise<Told[]> {
  const now = deps.now()
  const { publicUrl } = deps.settings
  const ownText = await findMailText(tx, 'event_time_changed')
  const told: Told[] = []
  for (const { id, startsAt, freeUntil } of about.free) {
    const old = about.booked.find((one) => one.id === id)
    const member = old && (await findMember(tx, old.memberId))
    const booked = member && (await findAppointment(tx, { id, memberId: member.id }))
    if (!booked) throw new Error(`appointment ${id} is not there`)
    const before = old.startsAt
    await insertAudit(
      tx,
      { by: about.by.userId, memberId: member.id, subject: `appointment ${id}`, at: now },
      'moved',
      {
        eventId: about.eventId,
        from: before.toISOString(),
        to: startsAt.toISOString(),
        reason: 'time of the event changed',
        bulkAction: about.id,
        freeCancelUntil: freeUntil?.toISOString() ?? null,
      },
    )
    const { message } = about
    const isPaid = booked.paid !== null
    const mail = eventTimeChanged({
      member,
      booked,
      before,
      freeUntil,
      isPaid,
      message,
      ownText,
      publicUrl,
      now,
    })
    const isTold = await mayTellMember(tx, member.id, 'appointment')
    const sms = isTold ? appointmentSms(deps.settings, { kind: 'moved', member, booked }) : null
    if (sms) await deps.jobs.enqueue(tx, 'sms', sms)
    const isMailed = isTold && ((await enqueueMail(tx, deps, mail)) || sms !== null)
    told.push({ memberId: member.id, appointmentId: id, isMailed })
  }
  return told
}

/** To each of `waits`, also those whose list is closed now. */
export async function tellWaiting(
  tx: Tx,
  deps: TellDeps,
  {
    eventId,
    waits,
    message,
  }: { eventId: number; waits: { memberId: number }[]; message: string | null },
): Promise<Told[]> {
  const event = await findEventDetails(tx, eventId)
  if (!event) throw new Error(`event ${eventId} is not there`)
  const { publicUrl } = deps.settings
  const open = new Set((await listOpenWaits(tx, eventId)).map(({ memberId }) => memberId))
  const ownText = await findMailText(tx, 'waited_event_time_changed')
  const told: Told[] = []
  for (const { memberId } of waits) {
    const member = await findMember(tx, memberId)
    if (!member) throw new Error(`member ${memberId} is not there`)
    const isOpen = open.has(memberId)
    const mail = waitedEventTimeChanged({ member, event, isOpen, message, publicUrl, ownText })
    const isTold = await mayTellMember(tx, memberId, 'invitation')
    const isMailed = isTold && (await enqueueMail(tx, deps, mail))
    told.push({ memberId, appointmentId: null, isMailed })
  }
  return told
}

/** False when the member has no e-mail address. */
async function enqueueMail(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, mail: Outgoing): Promise<boolean> {
  if (mail.to === null) return false
  await jobs.enqueue(tx, 'mail', mail)
  return true
}
