import { createHash } from 'node:crypto'
import { inWords } from '../../domain/charity.ts'
import {
  type GroupWay,
  type MessagePreview,
  messageLength,
  wayOf,
} from '../../domain/office/attendee-messages.ts'
import { officeMessageText } from '../../domain/office/sms-texts.ts'
import { findAppointment } from '../bookings/appointments.queries.ts'
import type { Deps } from '../deps.ts'
import { findEventDetails } from '../events/events.queries.ts'
import { findEventRecord } from '../events/office.queries.ts'
import { findMember, type Member } from '../members/members.queries.ts'
import { attendeeMessage } from '../messages/mails/attendee-message.ts'
import { aboutOfficeMessage } from '../messages/mails/leaving.ts'
import { type Outgoing, writeDraft } from '../messages/mails/letter.ts'
import { officeMessageBySms } from '../messages/sms/office-message.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Queryable } from '../platform/db/database.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import type { SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import { consumeOrThrow } from '../platform/rate-limits/rate-limits.ts'
import type { SmsDraft } from '../platform/sms.ts'
import type { Staff } from '../staff/guard.ts'
import type { BulkActionRow } from './bulk-actions.queries.ts'
import { addItems } from './items.queries.ts'
import { listRecipients } from './message.queries.ts'
import { type Group, groupOf } from './people.queries.ts'
import { startAction } from './start-action.ts'
import { findWayToMember } from './way-to-member.ts'

type MessageDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'site'
>
type WayDeps = Pick<MessageDeps, 'settings' | 'fieldKeys'>
type Params = Group & {
  by?: GroupWay | undefined
  subject?: string | undefined
  message: string
}

/**
 * Who would get the message and in which way, the first one's mail and the text. Throws Refused
 * not_found, not_published, nobody_there, no_sms or invalid_request.
 */
export async function previewMessage(
  deps: Pick<Deps, 'database' | 'site'> & WayDeps,
  params: Params,
): Promise<MessagePreview> {
  const { db } = deps.database
  const { by, subject } = checkWords(deps, params)
  const { recipients, shown } = await findRecipients(db, deps, { ...params, by })
  const { message } = params
  const emailed = recipients.filter(({ way }) => way === 'email')
  const texted = recipients.filter(({ way }) => way === 'sms')
  const [first] = emailed
  const draft = first ? await mailTo(db, first, { ...params, subject }) : null
  const { charity } = await deps.site.present()
  const mail = draft && writeDraft(draft, charity)
  return {
    recipients: recipients.length,
    by_email: emailed.length,
    by_text: texted.length,
    not_told: recipients
      .filter(({ way }) => way === 'call')
      .map((one) => ({ member_id: one.memberId, name: nameOf(one), phone: one.phone })),
    mail: first && mail ? { name: nameOf(first), subject: mail.subject, text: mail.text } : null,
    text: texted.length > 0 ? inWords(officeMessageText(message), charity) : null,
    shown,
  }
}

/**
 * Writes a bulk action that sends it once to each of them; returns its id. Throws as previewMessage, or
 * preview_outdated when they are others than those `shown`, or get it in another way, or too_many_requests.
 */
export async function sendMessage(
  deps: MessageDeps,
  {
    saveResponse,
    shown,
    ...request
  }: Params & { shown: string; saveResponse: SaveResponse<{ bulk_action_id: number }> },
  staff: Staff,
): Promise<{ bulk_action_id: number }> {
  const { eventId, message, tab } = request
  const { by, subject } = checkWords(deps, request)
  const now = deps.now()
  return commit(deps, async (tx) => {
    await consumeOrThrow(tx, deps, 'messages to attendees', staff.userId)
    const audience = await findRecipients(tx, deps, { ...request, by })
    if (audience.shown !== shown) throw new Refused('preview_outdated')
    const members = audience.recipients.length
    const id = await startAction(tx, deps, {
      kind: 'message',
      eventId,
      ...(by !== 'sms' && { subject }),
      message,
      ...(by !== 'email' && { request: { message_by: by } }),
      members,
      by: staff,
      limits: await deps.site.limits(tx),
    })
    await addItems(tx, { id, people: groupOf(request) })
    await insertAudit(
      tx,
      { by: staff, subject: `event ${eventId}`, at: now },
      'message to attendees',
      {
        bulkAction: id,
        tab,
        by,
        members,
        ...(by !== 'sms' && { subject }),
        message,
      },
    )
    await saveResponse(tx, { bulk_action_id: id })
    return { bulk_action_id: id }
  })
}

/** The mail or the text to one of them, by the way that leads there now; null where only a call does. */
export async function messageFor(
  q: Queryable,
  deps: WayDeps,
  {
    itemId,
    member,
    appointmentId,
    action,
  }: { itemId: number; member: Member; appointmentId: number | null; action: BulkActionRow },
): Promise<{ mail: Outgoing | null; sms: SmsDraft | null }> {
  const { eventId, subject, message, request } = action
  const memberId = member.id
  const by = wayOf(request)
  const { way, mobile } = await findWayToMember(q, deps, { memberId, by })
  const words = { subject: subject ?? '', message: message ?? '' }
  if (way === 'sms' && mobile !== null) {
    const { message } = words
    return { mail: null, sms: officeMessageBySms({ memberId, phone: mobile, message, itemId }) }
  }
  if (way !== 'email') return { mail: null, sms: null }
  const about = aboutOfficeMessage(memberId, itemId)
  return { mail: await mailFor(q, { member, appointmentId, eventId, about, ...words }), sms: null }
}

async function mailFor(
  q: Queryable,
  {
    appointmentId,
    eventId,
    ...mail
  }: { appointmentId: number | null; eventId: number } & Pick<
    Parameters<typeof attendeeMessage>[0],
    'member' | 'subject' | 'message' | 'about'
  > & { member: Member },
): Promise<Outgoing> {
  const event = await findEventDetails(q, eventId)
  if (!event) throw new Error(`event ${eventId} is not there`)
  const booked =
    appointmentId === null
      ? null
      : await findAppointment(q, { id: appointmentId, memberId: mail.member.id })
  return attendeeMessage({ ...mail, event, booked })
}

/** The way and the subject of it, '' where nobody gets a mail. Throws Refused no_sms or invalid_request. */
function checkWords({ settings }: WayDeps, { by = 'email', subject = '', message }: Params) {
  if (by === 'sms' && !settings.sendsSms) throw new Refused('no_sms')
  if (by !== 'sms' && subject === '') throw invalidField('subject', 'Enter a subject.')
  const most = messageLength(by)
  if (message.length > most)
    throw invalidField('message', `The message is too long. Use ${most} characters or fewer.`)
  return { by, subject }
}

async function findRecipients(q: Queryable, deps: WayDeps, params: Params & { by: GroupWay }) {
  const event = await findEventRecord(q, params.eventId)
  if (!event) throw new Refused('not_found')
  if (event.status === 'draft') throw new Refused('not_published')
  const { by } = params
  const recipients = []
  for (const one of await listRecipients(q, groupOf(params))) {
    const { way } = await findWayToMember(q, deps, { memberId: one.memberId, by })
    recipients.push({ ...one, way })
  }
  if (recipients.length === 0) throw new Refused('nobody_there')
  const ids = recipients.map(({ memberId, way }) => [memberId, way])
  const shown = createHash('sha256').update(JSON.stringify(ids)).digest('base64url')
  return { recipients, shown }
}

async function mailTo(
  q: Queryable,
  { memberId, appointmentId }: { memberId: number; appointmentId: number | null },
  { eventId, subject, message }: Params & { subject: string },
): Promise<Outgoing> {
  const member = await findMember(q, memberId)
  if (!member) throw new Error(`member ${memberId} is not there`)
  return mailFor(q, { member, appointmentId, eventId, subject, message })
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`
}
