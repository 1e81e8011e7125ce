import type { FastifyRequest } from 'fastify'
import { RESULT_TABS, type ResultTab } from '../../../domain/office/lab-result-schemas.ts'
import type { LabResultState } from '../../../domain/office/result-states.ts'
import type { App, Deps } from '../../deps.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { idIn, ROWS_PER_PAGE } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { type Staff, staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { NOT_HELD, readHolds } from '../lab-results/holds.ts'
import { toLabResult } from '../lab-results/to-lab-result.ts'
import {
  countLabResults,
  countResults,
  findLabResult,
  findQueue,
  type LabResultRow,
  listLabResults,
  listReviews,
} from '../lab-results.queries.ts'
import { searchResults } from '../search-results.ts'
import { chooseResult } from './choose-result.ts'
import { confirmSamePerson } from './compare-identity.ts'
import { releaseMany, reviewGreens } from './decide-many.ts'
import { releaseResult } from './release-result.ts'
import { readDetails } from './result-details.ts'
import { recordCall, reviewAgain, reviewResult, sendBack } from './review-result.ts'
import { listSorted } from './sort-results.ts'
import { takeBack } from './take-back.ts'
import { askTakeBack, confirmStands, confirmTakeBack, dropTakeBack } from './take-back-release.ts'

const STATES_OF: Record<ResultTab, LabResultState[]> = {
  review: ['review'],
  second: ['second'],
  calls: ['ring first'],
  ready: ['ready'],
  released: ['released'],
  dead: ['review', 'second', 'ring first', 'ready'],
}

export function labResultRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/results', (request) => ({
    name: 'results',
    load: async ({ after, limit }) => {
      const tab = RESULT_TABS.find((known) => known === request.query.tab) ?? 'review'
      const ids = await searchResults(db, deps, request.query.q ?? '')
      const filter = { states: STATES_OF[tab], isDead: tab === 'dead', ids }
      const page = { ...filter, after: idIn(after), limit }
      const rows = await listSorted(db, deps, {
        ...page,
        sort: request.query.sort,
        isCalls: tab === 'calls',
      })
      const counted = await countLabResults(db, deps)
      const tabs = Object.fromEntries(
        RESULT_TABS.map((name) => [
          name,
          STATES_OF[name].reduce((sum, state) => sum + (counted.get(state) ?? 0), 0),
        ]),
      )
      tabs.dead = await countResults(db, deps, { states: STATES_OF.dead, isDead: true })
      const total = ids === null ? (tabs[tab] ?? 0) : await countResults(db, deps, filter)
      return { rows: await show(rows, staffOf(request)), total, tabs }
    },
    keyOf: ({ id }) => [id],
  }))

  serve(app, 'GET /api/office/results/:id', (request) =>
    openOne(publicId(request.params.id), staffOf(request)),
  )

  serve(app, 'GET /api/office/results/review-list', (request) =>
    listForReview(Number(request.query.after ?? 0), staffOf(request)),
  )

  serve(app, 'POST /api/office/results/green-reviews', (request) =>
    reviewGreens(deps, request.body, staffOf(request)),
  )

  serve(app, 'POST /api/office/results/releases', (request) =>
    releaseMany(deps, request.body, staffOf(request)),
  )

  serve(app, 'POST /api/office/results/:id/review', (request) =>
    change(request, request.body, reviewResult),
  )
  serve(app, 'POST /api/office/results/:id/second-review', (request) =>
    change(request, request.body, reviewAgain),
  )
  serve(app, 'POST /api/office/results/:id/send-back', (request) =>
    change(request, request.body, sendBack),
  )
  serve(app, 'POST /api/office/results/:id/take-back', (request) =>
    change(request, request.body, takeBack),
  )
  serve(app, 'POST /api/office/results/:id/call', (request) =>
    change(request, request.body, recordCall),
  )
  serve(app, 'POST /api/office/results/:id/release', (request) =>
    change(request, request.body, releaseResult),
  )
  serve(app, 'POST /api/office/results/:id/choice', (request) =>
    change(request, request.body, chooseResult),
  )
  serve(app, 'POST /api/office/results/:id/same-person', (request) =>
    change(request, request.body, confirmSamePerson),
  )
  serve(app, 'POST /api/office/results/:id/stands', (request) =>
    change(request, request.body, confirmStands),
  )
  serve(app, 'POST /api/office/results/:id/take-back-request', (request) =>
    change(request, request.body, askTakeBack),
  )
  serve(app, 'POST /api/office/results/:id/take-back-request/drop', (request) =>
    change(request, request.body, dropTakeBack),
  )
  serve(app, 'POST /api/office/results/:id/take-back-request/confirm', (request) =>
    change(request, request.body, confirmTakeBack),
  )

  async function change<T extends object>(
    request: FastifyRequest<{ Params: { id: string } }>,
    body: T,
    work: (deps: Deps, params: T & { id: number }, by: Staff) => Promise<void>,
  ) {
    const id = publicId(request.params.id)
    await work(deps, { ...body, id }, staffOf(request))
    return readOne(id, staffOf(request))
  }

  async function openOne(id: number, staff: Staff) {
    return deps.database.transaction(async (tx) => {
      const row = await findLabResult(tx, deps, id)
      if (!row) throw new Refused('not_found')
      const [detail] = await readDetails(tx, deps, { rows: [row], staff })
      if (!detail) throw new Refused('not_found')
      const queue = await findQueue(tx, deps, { state: row.state, after: id, staff })
      return { ...detail, ...queue }
    })
  }

  async function listForReview(after: number, staff: Staff) {
    return deps.database.transaction(async (tx) => {
      const limit = ROWS_PER_PAGE + 1
      const results = await listLabResults(tx, deps, { states: STATES_OF.review, after, limit })
      const rows = results.slice(0, ROWS_PER_PAGE)
      const last = results.length > ROWS_PER_PAGE ? rows.at(-1) : undefined
      const data = await readDetails(tx, deps, { rows, staff })
      const { left: total } = await findQueue(tx, deps, { state: 'review', after: 0, staff })
      return { data, next: last ? String(last.id) : null, total }
    })
  }

  async function readOne(id: number, staff: Staff) {
    const row = await findLabResult(db, deps, id)
    const [shown] = row ? await show([row], staff) : []
    if (!shown) throw new Refused('not_found')
    return shown
  }

  /** In clear, with the read of each member in the access log. */
  async function show(rows: LabResultRow[], staff: Staff) {
    if (rows.length === 0) return []
    const at = deps.now()
    return deps.database.transaction(async (tx) => {
      const memberIds = rows.map((row) => row.memberId)
      const access = { staff, what: 'result', reason: 'result', at } as const
      await insertStaffAccesses(tx, { ...access, memberIds })
      const ids = rows.map(({ id }) => id)
      const reviews = Map.groupBy(await listReviews(tx, ids), (review) => review.labResultId)
      const holds = await readHolds(tx, deps, { rows, reviews })
      return rows.map((row) =>
        toLabResult(deps, row, {
          reviews: reviews.get(row.id) ?? [],
          reader: staff,
          held: holds.get(row.id) ?? NOT_HELD,
        }),
      )
    })
  }
}
