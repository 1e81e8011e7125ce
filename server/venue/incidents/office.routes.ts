import * as z from 'zod/mini'
import { mayReadOfDay } from '../../../domain/office/days.ts'
import { INCIDENT_TABS } from '../../../domain/office/incidents.ts'
import type { App, Deps } from '../../deps.ts'
import { idIn } from '../../platform/http/list.ts'
import { serve } from '../../platform/http/serve.ts'
import { doOnce, withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { ownDay } from '../check-in/own-day.ts'
import { countIncidents, listIncidents } from './incidents.queries.ts'
import { addToIncident, readIncidents, recordIncident, toIncidentRow } from './incidents.ts'

const RecordedSchema = z.object({ incident_id: z.int() })

/** What went wrong with somebody at a day. */
export function incidentsOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/incidents', (request) => {
    const tab = INCIDENT_TABS.find((one) => one === request.query.tab) ?? 'open'
    return {
      name: 'incidents',
      load: async ({ after, limit }) => {
        const rows = await listIncidents(db, { tab, before: idIn(after), limit })
        const tabs = {
          open: await countIncidents(db, 'open'),
          'looked at': await countIncidents(db, 'looked at'),
        }
        return {
          rows: rows.map((row) => toIncidentRow(deps.fieldKeys, row)),
          tabs,
          total: tabs[tab],
        }
      },
      keyOf: ({ incident_id: id }) => [id],
    }
  })

  serve(app, 'GET /api/office/days/:id/incidents', async (request) => {
    const event = await ownDay(deps, request, mayReadOfDay)
    return readIncidents(deps, { event, by: staffOf(request) })
  })

  serve(app, 'POST /api/office/days/:id/incidents', async (request, reply) => {
    const event = await ownDay(deps, request, mayReadOfDay)
    const by = staffOf(request)
    const recorded = await withIdempotencyKey(
      deps,
      { request, caller: by.userId, shape: RecordedSchema },
      async (save) => ({
        incident_id: await recordIncident(deps, {
          event,
          by,
          incident: request.body,
          saveResponse: (tx, id) => save(tx, { incident_id: id }),
        }),
      }),
    )
    return reply.code(201).send(recorded)
  })

  for (const [call, act] of [
    ['POST /api/office/days/:id/incidents/:incident/notes', 'added'],
    ['POST /api/office/days/:id/incidents/:incident/look', 'looked at'],
  ] as const)
    serve(app, call, async (request) => {
      const event = await ownDay(deps, request, mayReadOfDay)
      const id = publicId(request.params.incident)
      const by = staffOf(request)
      const { body } = request
      return doOnce(deps, { request, caller: by.userId }, (saveResponse) =>
        addToIncident(deps, { event, by, id, act, ...body, saveResponse }),
      )
    })
}
