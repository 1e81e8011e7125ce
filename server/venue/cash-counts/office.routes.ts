import * as z from 'zod/mini'
import { CASH_TABS } from '../../../domain/office/cash-counts.ts'
import type { App, Deps } from '../../deps.ts'
import { idIn } from '../../platform/http/list.ts'
import { serve } from '../../platform/http/serve.ts'
import { doOnce, withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { ownDay } from '../check-in/own-day.ts'
import { countDifferences, listDifferences } from './cash-counts.queries.ts'
import { checkDifference, countCash, readCash, toDifference } from './cash-counts.ts'

export function cashCountsOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serve(app, 'GET /api/office/days/:id/cash', async (request) =>
    readCash(db, await ownDay(deps, request), staffOf(request)),
  )

  serve(app, 'POST /api/office/days/:id/cash-counts', async (request, reply) => {
    const by = staffOf(request)
    const event = await ownDay(deps, request)
    const counted = await withIdempotencyKey(
      deps,
      { request, caller: by.userId, shape: z.object({ id: z.int() }) },
      async (save) => ({
        id: await countCash(deps, {
          event,
          count: request.body,
          by,
          saveResponse: (tx, id) => save(tx, { id }),
        }),
      }),
    )
    return reply.code(201).send(counted)
  })

  serveList(app, deps, 'GET /api/office/cash-counts', (request) => {
    const tab = CASH_TABS.find((one) => one === request.query.tab) ?? 'open'
    return {
      name: 'cash differences',
      load: async ({ after, limit }) => {
        const rows = await listDifferences(db, {
          tab,
          before: idIn(after),
          limit,
        })
        const tabs = {
          open: await countDifferences(db, 'open'),
          checked: await countDifferences(db, 'checked'),
        }
        return {
          rows: rows.map((row) => toDifference(row, staffOf(request))),
          tabs,
          total: tabs[tab],
        }
      },
      keyOf: ({ id }) => [id],
    }
  })

  serve(app, 'POST /api/office/cash-counts/:id/check', (request) => {
    const by = staffOf(request)
    const { reason } = request.body
    const id = publicId(request.params.id)
    return doOnce(deps, { request, caller: by.userId }, (saveResponse) =>
      checkDifference(deps, { id, reason, by, saveResponse }),
    )
  })
}
