import { createHash } from 'node:crypto'
import type { MessagePreview } from '../../domain/office/attendee-messages.ts'
import { findAppointment } from '../bookings/appointments.queries.ts'
import type { Deps } from '../deps.ts'
import { findEventDetails } from '../events/events.queries.ts'
import { findEventRecord } from '../events/office.queries.ts'
import { findMember, type Member } from '../members/members.queries.ts'
import { attendeeMessage } from '../messages/mails/attendee-message.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Queryable } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import type { Outgoing } from '../platform/mail.ts'
import { consumeOrThrow } from '../platform/rate-limits/rate-limits.ts'
import type { Staff } from '../staff/guard.ts'
import { addItems } from './items.queries.ts'
import { listRecipients } from './message.queries.ts'
import { type Group, groupOf } from './people.queries.ts'
import { startAction } from './start-action.ts'

type MessageDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'>
type Params = Group & { subject: string; message: string }

/**
 * Who would get the message, and the first one's mail. Throws Refused not_found, not_published or
 * nobody_there.
 */
export async function previewMessage(
  { database: { db } }: Pick<Deps, 'database'>,
  params: Params,
): Promise<MessagePreview> {
  const { recipients, shown } = await findRecipients(db, params)
  const first = recipients.find(({ email }) => email !== null)
  const mail = first ? await mailTo(db, first, params) : null
  return {
    recipients: recipients.length,
    not_told: recipients
      .filter(({ email }) => email === null)
      .map((one) => ({ member_id: one.memberId, name: nameOf(one), phone: one.phone })),
    mail: first && mail ? { name: nameOf(first), subject: mail.subject, text: mail.text } : null,
    shown,
  }
}

/**
 * Writes a bulk action that mails each of them once; returns its id. Throws as previewMessage, or
 * preview_outdated when they are others than those `shown`, or too_many_requests.
 */
export async function sendMessage(
  deps: MessageDeps,
  {
    saveResponse,
    shown,
    ...request
  }: Params & { shown: string; saveResponse: SaveResponse<{ bulk_action_id: number }> },
  by: Staff,
): Promise<{ bulk_action_id: number }> {
  const { eventId, subject, message, tab } = request
  const now = deps.now()
  return commit(deps, async (tx) => {
    await consumeOrThrow(tx, deps, 'messages to attendees', by.userId)
    const audience = await findRecipients(tx, request)
    if (audience.shown !== shown) throw new Refused('preview_outdated')
    const members = audience.recipients.length
    const id = await startAction(tx, deps, {
      kind: 'message',
      eventId,
      subject,
      message,
      members,
      by,
    })
    await addItems(tx, { id, people: groupOf(request) })
    await insertAudit(tx, { by, subject: `event ${eventId}`, at: now }, 'message to attendees', {
      bulkAction: id,
      tab,
      members,
      subject,
      message,
    })
    await saveResponse(tx, { bulk_action_id: id })
    return { bulk_action_id: id }
  })
}

/** The mail to one of them. */
export async function messageFor(
  q: Queryable,
  {
    member,
    appointmentId,
    ...request
  }: { member: Member; appointmentId: number | null } & Pick<
    Params,
    'eventId' | 'subject' | 'message'
  >,
): Promise<Outgoing> {
  const { eventId, subject, message } = request
  const event = await findEventDetails(q, eventId)
  if (!event) throw new Error(`event ${eventId} is not there`)
  const booked =
    appointmentId === null
      ? null
      : await findAppointment(q, { id: appointmentId, memberId: member.id })
  return attendeeMessage({ member, event, booked, subject, message })
}

async function findRecipients(q: Queryable, params: Params) {
  const event = await findEventRecord(q, params.eventId)
  if (!event) throw new Refused('not_found')
  if (event.status === 'draft') throw new Refused('not_published')
  const recipients = await listRecipients(q, groupOf(params))
  if (recipients.length === 0) throw new Refused('nobody_there')
  const ids = recipients.map(({ memberId }) => memberId)
  const shown = createHash('sha256').update(JSON.stringify(ids)).digest('base64url')
  return { recipients, shown }
}

async function mailTo(
  q: Queryable,
  { memberId, appointmentId }: { memberId: number; appointmentId: number | null },
  params: Params,
): Promise<Outgoing> {
  const member = await findMember(q, memberId)
  if (!member) throw new Error(`member ${memberId} is not there`)
  return messageFor(q, { ...params, member, appointmentId })
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`
}
