import type { MessageThread } from '../../domain/office/desk-schemas.ts'
import type { Deps } from '../deps.ts'
import { messageReply } from '../messages/mails/message-reply.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import { consumeOrThrow } from '../platform/rate-limits/rate-limits.ts'
import type { Staff } from '../staff/guard.ts'
import { listSenders } from './contact.queries.ts'
import {
  findMessage,
  insertEntry,
  isColleague,
  listColleagues,
  listEntries,
  lockMessage,
  updateMessage,
} from './message-threads.queries.ts'
import { openEntry, sealEntry } from './sealed-entry.ts'
import { openMessage } from './sealed-message.ts'
import { toMessage } from './to-message.ts'

type Of = { id: number; by: Staff }
type Reply = { text: string; handled: boolean; tells_outcome?: boolean | undefined }

/** Throws Refused not_found. */
export async function readThread(deps: Deps, id: number): Promise<MessageThread> {
  const { db } = deps.database
  const row = await findMessage(db, id)
  if (!row) throw new Refused('not_found')
  const [entries, senders, colleagues] = await Promise.all([
    listEntries(db, id),
    listSenders(db, [row.email]),
    listColleagues(db),
  ])
  const message = openMessage(deps.fieldKeys, row)
  return {
    ...toMessage({ ...row, message }, senders),
    colleagues,
    entries: entries.map(({ kind, by, at, ...sealed }) => ({
      kind,
      by,
      at: at.toISOString(),
      text: openEntry(deps.fieldKeys, sealed),
    })),
  }
}

/**
 * Mails the answer to the address of the sender alone and keeps it with the message. The first answer
 * to a complaint acknowledges it; `tells_outcome` finishes it. Throws Refused not_found, held_message,
 * no_complaint or too_many_requests.
 */
export function replyTo(
  deps: Deps,
  { id, by }: Of,
  { text, handled, tells_outcome: isOutcome = false }: Reply,
): Promise<void> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const row = await lock(tx, id)
    if (row.state === 'held') throw new Refused('held_message')
    if (isOutcome && row.complaintAt === null) throw new Refused('no_complaint')
    await consumeOrThrow(tx, deps, 'help mails to', row.email)
    await insertEntry(tx, {
      messageId: id,
      kind: 'reply',
      madeBy: by.id,
      at,
      ...sealEntry(deps.fieldKeys, text),
    })
    const isFirst = row.complaintAt !== null && row.acknowledgedAt === null
    await updateMessage(tx, id, {
      ...(isFirst && { acknowledgedAt: at }),
      ...(isOutcome && { outcomeAt: at }),
      ...((handled || isOutcome) && row.handledAt === null && { handledAt: at, handledBy: by.id }),
    })
    const asked = { text: openMessage(deps.fieldKeys, row), at: row.receivedAt }
    const mail = messageReply({ to: row.email, firstName: row.firstName, text, asked })
    await deps.jobs.enqueue(tx, 'mail', mail)
    const entry = { by, subject: `message ${id}`, at }
    await insertAudit(tx, entry, isOutcome ? 'complaint answered' : 'message answered')
  })
}

/** Throws Refused not_found. */
export function noteOn(deps: Deps, { id, by }: Of, text: string): Promise<void> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    await lock(tx, id)
    await insertEntry(tx, {
      messageId: id,
      kind: 'note',
      madeBy: by.id,
      at,
      ...sealEntry(deps.fieldKeys, text),
    })
    await insertAudit(tx, { by, subject: `message ${id}`, at }, 'note on a message added')
  })
}

/** Null gives the message back to everybody. Throws Refused not_found. */
export function assignMessage(deps: Deps, { id, by }: Of, staffId: number | null): Promise<void> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    await lock(tx, id)
    if (staffId !== null && !(await isColleague(tx, staffId))) throw new Refused('not_found')
    await updateMessage(tx, id, { ownerId: staffId })
    await insertAudit(tx, { by, subject: `message ${id}`, at }, 'message assigned', {
      staff: staffId,
    })
  })
}

/**
 * A complaint about the use of personal data has its own due dates. An answer sent before counts as its
 * acknowledgement. Throws Refused not_found, or complaint_answered when the sender has its outcome.
 */
export function markComplaint(deps: Deps, { id, by }: Of, isComplaint: boolean): Promise<void> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const row = await lock(tx, id)
    if (row.outcomeAt !== null) throw new Refused('complaint_answered')
    if ((row.complaintAt !== null) === isComplaint) return
    const replied = (await listEntries(tx, id)).find(({ kind }) => kind === 'reply')
    await updateMessage(tx, id, {
      complaintAt: isComplaint ? at : null,
      acknowledgedAt: isComplaint ? (replied?.at ?? null) : null,
    })
    const action = isComplaint ? 'message marked as a complaint' : 'message is no complaint'
    await insertAudit(tx, { by, subject: `message ${id}`, at }, action)
  })
}

async function lock(tx: Tx, id: number) {
  const row = await lockMessage(tx, id)
  if (!row) throw new Refused('not_found')
  return row
}
