import * as z from 'zod/mini'
import { ErrorSchema } from '../../../domain/contract.ts'
import { ListQuerySchema, listOf } from '../../../domain/office/contract.ts'
import {
  BatchOutcomeSchema,
  GreenReviewsSchema,
  LabResultSchema,
  OpenedResultSchema,
  RESULT_TABS,
  ReleaseSchema,
  ReleasesSchema,
  ResultCallSchema,
  ResultChoiceSchema,
  ResultDetailSchema,
  ResultNoteSchema,
  ResultReviewSchema,
  type ResultTab,
  TakeBackRequestSchema,
} from '../../../domain/office/lab-result-shapes.ts'
import type { LabResultState } from '../../../domain/office/result-states.ts'
import type { App, Deps } from '../../deps.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { idIn, ROWS_PER_PAGE, sendList } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { logExport } from '../../staff/exports.ts'
import { permitted, type Staff, staffOf } from '../../staff/guard.ts'
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

const AfterSchema = z.object({ after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) })

export function labResultRoutes(app: App, deps: Deps): void {
  const { db } = deps.database
  const guard = permitted(deps, 'results.review')

  app.get(
    '/api/office/results',
    {
      ...guard,
      schema: { querystring: ListQuerySchema, response: { 200: listOf(LabResultSchema) } },
    },
    (request, reply) =>
      sendList(request, reply, {
        name: 'results',
        load: async ({ after, limit }) => {
          const tab = RESULT_TABS.find((known) => known === request.query.tab) ?? 'review'
          const ids = await searchResults(db, deps, request.query.q ?? '')
          const filter = { states: STATES_OF[tab], isDead: tab === 'dead', ids }
          const page = { ...filter, after: idIn(after), limit }
          const rows = await listSorted(db, deps, { ...page, sort: request.query.sort })
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
        exported: (rows) => logExport(deps, request, { list: 'results', rows }),
      }),
  )

  app.get(
    '/api/office/results/:id',
    {
      ...guard,
      schema: { params: IdInPath, response: { 200: OpenedResultSchema, '4xx': ErrorSchema } },
    },
    (request) => openOne(publicId(request.params.id), staffOf(request)),
  )

  app.get(
    '/api/office/results/review-list',
    {
      ...guard,
      schema: { querystring: AfterSchema, response: { 200: listOf(ResultDetailSchema) } },
    },
    (request) => listForReview(Number(request.query.after ?? 0), staffOf(request)),
  )

  app.post(
    '/api/office/results/green-reviews',
    { ...guard, schema: { body: GreenReviewsSchema, response: { 200: BatchOutcomeSchema } } },
    (request) => reviewGreens(deps, request.body, staffOf(request)),
  )

  app.post(
    '/api/office/results/releases',
    {
      ...guard,
      schema: { body: ReleasesSchema, response: { 200: BatchOutcomeSchema, '4xx': ErrorSchema } },
    },
    (request) => releaseMany(deps, request.body, staffOf(request)),
  )

  change('review', ResultReviewSchema, reviewResult)
  change('second-review', ResultReviewSchema, reviewAgain)
  change('send-back', ResultNoteSchema, sendBack)
  change('take-back', ResultNoteSchema, takeBack)
  change('call', ResultCallSchema, recordCall)
  change('release', ReleaseSchema, releaseResult)
  change('choice', ResultChoiceSchema, chooseResult)
  change('same-person', ResultNoteSchema, confirmSamePerson)
  change('stands', ResultNoteSchema, confirmStands)
  change('take-back-request', TakeBackRequestSchema, askTakeBack)
  change('take-back-request/drop', ResultNoteSchema, dropTakeBack)
  change('take-back-request/confirm', ResultNoteSchema, confirmTakeBack)

  function change<T extends object>(
    path: string,
    body: z.ZodMiniType<T>,
    work: (deps: Deps, asked: T & { id: number }, by: Staff) => Promise<void>,
  ): void {
    app.post(
      `/api/office/results/:id/${path}`,
      {
        ...guard,
        schema: { params: IdInPath, body, response: { 200: LabResultSchema, '4xx': ErrorSchema } },
      },
      async (request) => {
        const id = publicId(request.params.id)
        await work(deps, { ...(request.body as T), id }, staffOf(request))
        return readOne(id, staffOf(request))
      },
    )
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
      const found = await listLabResults(tx, deps, { states: STATES_OF.review, after, limit })
      const rows = found.slice(0, ROWS_PER_PAGE)
      const last = found.length > ROWS_PER_PAGE ? rows.at(-1) : undefined
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
