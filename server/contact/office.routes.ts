import type { FastifyRequest } from 'fastify'
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
import { assignMessage, markComplaint, noteOn, readThread, replyTo } from './message-threads.ts'
import { toMessage } from './to-message.ts'

export function contactOfficeRoutes(app: App, deps: Deps): void {
  const { database, now } = deps

  serveList(app, deps, 'GET /api/office/messages', (request) => ({
    name: 'messages',
    load: async ({ after, limit }) => {
      const { q: search = '' } = request.query
      const { id: staffId } = staffOf(request)
      const tab = MESSAGE_TABS.find((known) => known === request.query.tab) ?? 'open'
      const found = await findByWords(database.db, deps, search)
      const [rows, tabs] = await Promise.all([
        listMessages(database.db, deps, { tab, staffId, found, before: idIn(after), limit }),
        countMessages(database.db, found, staffId),
      ])
      const senders = await listSenders(
        database.db,
        rows.map(({ email }) => email),
      )
      return { rows: rows.map((row) => toMessage(row, senders)), tabs, total: tabs[tab] }
    },
    keyOf: ({ id }) => [id],
  }))

  serve(app, 'GET /api/office/messages/:id', (request) =>
    readThread(deps, publicId(request.params.id)),
  )

  serve(app, 'POST /api/office/messages/:id/replies', async (request, reply) => {
    await replyTo(deps, ofRequest(request), request.body)
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/messages/:id/notes', async (request, reply) => {
    await noteOn(deps, ofRequest(request), request.body.text)
    return reply.code(204).send(null)
  })

  serve(app, 'PUT /api/office/messages/:id/owner', async (request, reply) => {
    await assignMessage(deps, ofRequest(request), request.body.staff_id)
    return reply.code(204).send(null)
  })

  serve(app, 'PUT /api/office/messages/:id/complaint', async (request, reply) => {
    await markComplaint(deps, ofRequest(request), request.body.complaint)
    return reply.code(204).send(null)
  })

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

type OfMessage = FastifyRequest & { params: { id: string } }

function ofRequest(request: OfMessage) {
  return { id: publicId(request.params.id), by: staffOf(request) }
}
