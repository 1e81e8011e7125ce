import { MESSAGE_TABS } from '../../domain/office/desk-schemas.ts'
import type { App, Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { idIn } from '../platform/http/list.ts'
import { Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { staffOf } from '../staff/guard.ts'
import { serveList } from '../staff/office-list.ts'
import {
  countMessages,
  findByWords,
  listMessages,
  listSenders,
  updateHandled,
  updateSpam,
} from './contact.queries.ts'

export function contactOfficeRoutes(app: App, deps: Deps): void {
  const { database, now } = deps

  serveList(app, deps, 'GET /api/office/messages', (request) => ({
    name: 'messages',
    load: async ({ after, limit }) => {
      const { q: search = '' } = request.query
      const tab = MESSAGE_TABS.find((known) => known === request.query.tab) ?? 'open'
      const found = await findByWords(database.db, deps, search)
      const [rows, tabs] = await Promise.all([
        listMessages(database.db, deps, { tab, found, before: idIn(after), limit }),
        countMessages(database.db, found),
      ])
      const senders = await listSenders(
        database.db,
        rows.map(({ email }) => email),
      )
      return { rows: rows.map((row) => toMessage(row, senders)), tabs, total: tabs[tab] }
    },
    keyOf: ({ id }) => [id],
  }))

  serve(app, 'PUT /api/office/messages/:id/handled', async (request, reply) => {
    const id = publicId(request.params.id)
    const { id: staffId, userId } = staffOf(request)
    const { handled } = request.body
    const at = now()
    const isChanged = await database.transaction(async (tx) => {
      const handledBy = handled ? staffId : null
      if (!(await updateHandled(tx, { id, handledBy, at }))) return false
      const action = handled ? 'message handled' : 'message opened again'
      await insertAudit(tx, { by: userId, subject: `message ${id}`, at }, action)
      return true
    })
    if (!isChanged) throw new Refused('changed_meanwhile', { by: null })
    return reply.code(204).send(null)
  })

  serve(app, 'PUT /api/office/messages/:id/spam', async (request, reply) => {
    const id = publicId(request.params.id)
    const by = staffOf(request)
    const { spam } = request.body
    const isChanged = await database.transaction(async (tx) => {
      if (!(await updateSpam(tx, { id, reason: spam ? 'a colleague says so' : null }))) return false
      const action = spam ? 'message marked as spam' : 'message is not spam'
      await insertAudit(tx, { by, subject: `message ${id}`, at: now() }, action)
      return true
    })
    if (!isChanged) throw new Refused('changed_meanwhile', { by: null })
    return reply.code(204).send(null)
  })
}

type Senders = Awaited<ReturnType<typeof listSenders>>

function toMessage(row: Awaited<ReturnType<typeof listMessages>>[number], senders: Senders) {
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
    members: senders
      .filter((sender) => sender.email === email.toLowerCase())
      .map((sender) => ({ id: sender.id, name: sender.name })),
  }
}
