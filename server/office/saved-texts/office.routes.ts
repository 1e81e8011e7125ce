import {
  MOST_SAVED_TEXTS,
  type NewSavedText,
  type SavedText,
} from '../../../domain/office/saved-texts.ts'
import type { App, Deps } from '../../deps.ts'
import { refuseStale } from '../../events/stale-version.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { databaseFault } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import {
  countSavedTexts,
  deleteSavedText,
  insertSavedText,
  listSavedTexts,
  lockSavedText,
  type SavedTextRow,
  updateSavedText,
} from './saved-texts.queries.ts'

const UNIQUE_VIOLATION = '23505'

/** Texts that the office keeps to use again in messages. */
export function savedTextsOfficeRoutes(app: App, deps: Deps): void {
  const { database } = deps

  serve(app, 'GET /api/office/saved-texts', async () => ({
    data: (await listSavedTexts(database.db, MOST_SAVED_TEXTS)).map(toSavedText),
  }))

  serve(app, 'POST /api/office/saved-texts', async (request, reply) => {
    const by = staffOf(request)
    const row = { ...toRow(request.body), changedBy: by.id }
    const added = await database
      .transaction(async (tx) => {
        if ((await countSavedTexts(tx)) >= MOST_SAVED_TEXTS) throw new Refused('too_many_texts')
        const saved = await insertSavedText(tx, row)
        const entry = { by, subject: `saved text ${saved.id}`, at: deps.now() }
        await insertAudit(tx, entry, 'saved text added', { after: toRow(request.body) })
        return saved
      })
      .catch(refuseSameName)
    return reply.code(201).send(toSavedText(added))
  })

  serve(app, 'PUT /api/office/saved-texts/:id', async (request) => {
    const id = publicId(request.params.id)
    const by = staffOf(request)
    const { version, saved } = request.body
    const row = toRow(saved)
    return database
      .transaction(async (tx) => {
        const before = await lockSavedText(tx, id)
        if (!before) throw new Refused('not_found')
        await refuseStale(tx, before, version)
        await updateSavedText(tx, { ...row, id, changedBy: by.id })
        const entry = { by, subject: `saved text ${id}`, at: deps.now() }
        await insertAudit(tx, entry, 'saved text changed', {
          before: { name: before.name, subject: before.subject, text: before.text },
          after: row,
        })
        return toSavedText({ ...before, ...row, version: version + 1 })
      })
      .catch(refuseSameName)
  })

  serve(app, 'POST /api/office/saved-texts/:id/removal', async (request, reply) => {
    const id = publicId(request.params.id)
    const by = staffOf(request)
    await database.transaction(async (tx) => {
      const before = await lockSavedText(tx, id)
      if (!before) throw new Refused('not_found')
      await refuseStale(tx, before, request.body.version)
      await deleteSavedText(tx, id)
      const entry = { by, subject: `saved text ${id}`, at: deps.now() }
      const { name, subject, text } = before
      await insertAudit(tx, entry, 'saved text removed', { before: { name, subject, text } })
    })
    return reply.code(204).send(null)
  })
}

function refuseSameName(error: unknown): never {
  if (databaseFault(error)?.state === UNIQUE_VIOLATION) throw new Refused('same_name')
  throw error
}

function toRow(saved: NewSavedText) {
  const { by, name, text } = saved
  return { by, name, text, subject: saved.by === 'email' ? saved.subject : null }
}

function toSavedText({ id, by, name, subject, text, version }: SavedTextRow): SavedText {
  return { id, by, name, subject, text, version }
}
