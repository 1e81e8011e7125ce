import { setTimeout as wait } from 'node:timers/promises'
import {
  ColumnMapSchema,
  type ImportCounts,
  type ImportRow,
} from '../../../domain/office/result-import-schemas.ts'
import { ROW_STATES } from '../../../domain/office/result-states.ts'
import type { App, Deps } from '../../deps.ts'
import { idIn } from '../../platform/http/list.ts'
import { readPlainForms, type SentForm } from '../../platform/http/public-form.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { listResultLaboratories, readColumnMap, saveColumnMap } from './column-maps.ts'
import { commitImport } from './commit-import.ts'
import { decideRow } from './decide-row.ts'
import { startImport } from './import-file.ts'
import { countImports, listImports } from './imports.queries.ts'
import { readRows } from './read-rows.ts'
import { tryColumnMap } from './try-column-map.ts'

/** A long file is answered while it is still being read. */
const ANSWER_MS = 8_000
const MOST_BYTES = 10 * 1024 * 1024
const ROW_TABS: Record<string, ImportRow['state'][]> = {
  open: ['close', 'quarantined', 'conflict'],
  ...Object.fromEntries(ROW_STATES.map((state) => [state, [state]])),
}

export function resultImportRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  app.register(async (own: App) => {
    readPlainForms(own)
    serve(
      own,
      'POST /api/office/result-imports',
      { calledBy: 'form', bodyLimit: MOST_BYTES + 10_000, consumes: ['multipart/form-data'] },
      async (request, reply) => {
        const { lab, file } = (request.body ?? {}) as SentForm
        if (typeof lab !== 'string' || !(file instanceof File)) throw new Refused('invalid_request')
        const bytes = Buffer.from(await file.arrayBuffer())
        const sent = { labId: publicId(lab), fileName: file.name.slice(-120), bytes }
        const begun = deps.now().toISOString()
        const { id, read } = await startImport(deps, sent, staffOf(request))
        read.catch((err: unknown) => request.log.error({ err }, 'a result file was not read'))
        await Promise.race([read, wait(ANSWER_MS, null, { ref: false })])
        const imported = await readImport(id)
        return reply.code(201).send({ ...imported, repeated: imported.at < begun })
      },
    )

    serve(
      own,
      'POST /api/office/labs/:id/column-map/trial',
      { calledBy: 'form', bodyLimit: MOST_BYTES + 50_000, consumes: ['multipart/form-data'] },
      async (request) => {
        const { map, file } = (request.body ?? {}) as SentForm
        if (!(file instanceof File)) throw new Refused('invalid_request')
        const bytes = Buffer.from(await file.arrayBuffer())
        return tryColumnMap(deps, { labId: publicId(request.params.id), bytes, map: mapIn(map) })
      },
    )
  })

  serve(app, 'GET /api/office/result-laboratories', async () => ({
    data: await listResultLaboratories(deps),
  }))

  serveList(app, deps, 'GET /api/office/result-imports', () => ({
    name: 'result imports',
    load: async ({ after, limit }) => {
      const rows = await listImports(db, { beforeId: idIn(after), limit })
      return { rows: rows.map(toImport), total: await countImports(db) }
    },
    keyOf: ({ id }) => [id],
  }))

  serve(app, 'GET /api/office/result-imports/:id', ({ params }) => readImport(publicId(params.id)))

  serveList(app, deps, 'GET /api/office/result-imports/:id/rows', (request) => ({
    name: 'result rows',
    load: async ({ after, limit }) => {
      const importId = publicId(request.params.id)
      const tabs = tabsOf((await readImport(importId)).rows)
      const tab = request.query.tab ?? ''
      const states = ROW_TABS[tab] ?? null
      const page = { importId, states, afterRow: idIn(after), limit }
      const rows = await readRows(deps, page, staffOf(request))
      return { rows, total: tabs[states === null ? 'all' : tab] ?? 0, tabs }
    },
    keyOf: ({ row }) => [row],
  }))

  serve(app, 'POST /api/office/result-imports/:id/rows/:row/decision', async (request) => {
    const importId = publicId(request.params.id)
    const row = publicId(request.params.row)
    await decideRow(deps, { importId, row, ...request.body }, staffOf(request))
    return readImport(importId)
  })

  serve(app, 'POST /api/office/result-imports/:id/commit', async (request) => {
    const id = publicId(request.params.id)
    await commitImport(deps, id, staffOf(request))
    return readImport(id)
  })

  serve(app, 'GET /api/office/labs/:id/column-map', ({ params }) =>
    readColumnMap(deps, publicId(params.id)),
  )

  serve(app, 'PUT /api/office/labs/:id/column-map', async (request) => {
    const labId = publicId(request.params.id)
    await saveColumnMap(deps, { labId, ...request.body }, staffOf(request))
    return readColumnMap(deps, labId)
  })

  async function readImport(id: number) {
    const [row] = await listImports(db, { beforeId: null, only: id, limit: 1 })
    if (!row) throw new Refused('not_found')
    return toImport(row)
  }
}

function toImport({ fileName, madeAt, ...row }: Awaited<ReturnType<typeof listImports>>[number]) {
  return { ...row, file: fileName, at: madeAt.toISOString() }
}

/** The map as the form sends it, as text; null without one. Throws Refused invalid_request. */
function mapIn(sent: unknown) {
  if (sent === undefined) return null
  try {
    const { success, data } = ColumnMapSchema.safeParse(JSON.parse(String(sent)))
    if (success) return data
  } catch {
    // Refused below.
  }
  throw new Refused('invalid_request')
}

/** By the tabs of the rows' list. */
function tabsOf(rows: ImportCounts): Record<string, number> {
  const { conflicts: conflict, errors: error, ...others } = rows
  const all = Object.values(rows).reduce((sum, n) => sum + n, 0)
  return { all, open: rows.close + rows.quarantined + conflict, conflict, error, ...others }
}
