import { complaintNeeds } from '../../domain/office/complaints.ts'
import type { OfficeMessage } from '../../domain/office/desk-schemas.ts'
import type { listMessages, listSenders } from './contact.queries.ts'

type Row = Awaited<ReturnType<typeof listMessages>>[number]
type Senders = Awaited<ReturnType<typeof listSenders>>

/** `senders`: the members who have the address of this message, among others. */
export function toMessage(row: Row, senders: Senders): OfficeMessage {
  const { id, firstName, lastName, email, phoneNumber, message, spamReason } = row
  return {
    id,
    received_at: row.receivedAt.toISOString(),
    name: `${firstName} ${lastName}`,
    email,
    phone_number: phoneNumber,
    message,
    spam_reason: spamReason,
    handled_at: row.handledAt?.toISOString() ?? null,
    handled_by: row.handledBy,
    owner: row.ownerId !== null && row.ownerName ? { id: row.ownerId, name: row.ownerName } : null,
    complaint: row.complaintAt && toComplaint(row),
    members: senders
      .filter((sender) => sender.email === email.toLowerCase())
      .map((sender) => ({ id: sender.id, name: sender.name })),
  }
}

function toComplaint(row: Row) {
  const needs = complaintNeeds(row)
  return { step: needs?.step ?? null, by: needs?.by ?? null }
}
