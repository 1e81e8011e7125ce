import * as z from 'zod/mini'
import { ErrorSchema } from '../../../domain/contract.ts'
import { ListQuerySchema, listOf } from '../../../domain/office/contract.ts'
import {
  DIFFERENCE_STATES,
  DifferenceDecisionSchema,
  type MoneyDifference,
  MoneyDifferenceSchema,
  type ProviderReport,
  ProviderReportSchema,
  UploadedReportSchema,
} from '../../../domain/office/reconciliation-shapes.ts'
import type { App, Deps } from '../../deps.ts'
import { idIn, sendList } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { logExport } from '../../staff/exports.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import {
  countDifferences,
  countReports,
  findDifference,
  findReport,
  listDifferences,
  listReports,
} from './differences.queries.ts'
import { MOST_BYTES } from './read-report.ts'
import { decideDifference, reconcileReport } from './reconcile-report.ts'

export function reconciliationRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  app.get(
    '/api/office/provider-reports',
    {
      ...permitted(deps, 'reconciliation.write'),
      schema: { querystring: ListQuerySchema, response: { 200: listOf(ProviderReportSchema) } },
    },
    (request, reply) =>
      sendList(request, reply, {
        name: 'provider-reports',
        load: async ({ after, limit }) => {
          const rows = await listReports(db, { beforeId: idIn(after), limit })
          return { rows: rows.map(toReport), total: await countReports(db) }
        },
        keyOf: ({ id }) => [id],
        exported: (rows) => logExport(deps, request, { list: 'provider reports', rows }),
      }),
  )

  const { onRequest, config } = permitted(deps, 'reconciliation.write')
  app.register(async (own: App) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    own.post(
      '/api/office/provider-reports',
      {
        onRequest,
        config: { ...config, calledBy: 'upload' },
        bodyLimit: MOST_BYTES,
        schema: {
          consumes: ['text/csv'],
          response: { 200: UploadedReportSchema, 201: UploadedReportSchema, '4xx': ErrorSchema },
        },
      },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) throw new Refused('invalid_request')
        const { id, isRepeated } = await reconcileReport(deps, request.body, staffOf(request))
        const row = await findReport(db, id)
        if (!row) throw new Error(`report ${id} is not there`)
        return reply.code(isRepeated ? 200 : 201).send({ ...toReport(row), repeated: isRepeated })
      },
    )
  })

  app.get(
    '/api/office/money-differences',
    {
      ...permitted(deps, 'reconciliation.write'),
      schema: {
        querystring: z.extend(ListQuerySchema, { report_id: z.optional(z.string()) }),
        response: { 200: listOf(MoneyDifferenceSchema) },
      },
    },
    (request, reply) =>
      sendList(request, reply, {
        name: 'money-differences',
        load: async ({ after, limit }) => {
          const { q: search = '', tab, report_id: report } = request.query
          const state = DIFFERENCE_STATES.find((known) => known === tab) ?? 'open'
          const asked = { search, reportId: report === undefined ? null : publicId(report) }
          const [rows, tabs] = await Promise.all([
            listDifferences(db, { ...asked, state, beforeId: idIn(after), limit }),
            countDifferences(db, asked),
          ])
          return { rows: rows.map(toDifference), tabs, total: tabs[state] }
        },
        keyOf: ({ id }) => [id],
        exported: (rows) => logExport(deps, request, { list: 'money differences', rows }),
      }),
  )

  const one = { params: IdInPath, response: { 200: MoneyDifferenceSchema, '4xx': ErrorSchema } }
  app.get(
    '/api/office/money-differences/:id',
    { ...permitted(deps, 'reconciliation.write'), schema: one },
    ({ params }) => readDifference(publicId(params.id)),
  )

  app.post(
    '/api/office/money-differences/:id/decision',
    {
      ...permitted(deps, 'reconciliation.write'),
      schema: { ...one, body: DifferenceDecisionSchema },
    },
    async (request) => {
      const id = publicId(request.params.id)
      await decideDifference(deps, { id, ...request.body }, staffOf(request))
      return readDifference(id)
    },
  )

  async function readDifference(id: number): Promise<MoneyDifference> {
    const row = await findDifference(db, id)
    if (!row) throw new Refused('not_found')
    return toDifference(row)
  }
}

function toReport({
  report,
  uploadedBy,
}: NonNullable<Awaited<ReturnType<typeof findReport>>>): ProviderReport {
  return {
    id: report.id,
    uploaded_by: uploadedBy,
    uploaded_at: report.uploadedAt.toISOString(),
    period_from: report.periodFrom.toISOString(),
    period_to: report.periodTo.toISOString(),
    lines: report.lines,
    ignored: report.ignored,
    added: report.added,
    matched: report.matched,
    differences: report.differences,
  }
}

function toDifference({
  difference,
  decidedBy,
}: NonNullable<Awaited<ReturnType<typeof findDifference>>>): MoneyDifference {
  return {
    id: difference.id,
    kind: difference.kind,
    state: difference.state,
    provider_ref: difference.providerRef,
    at: difference.at.toISOString(),
    currency: difference.currency,
    ledger_pence: difference.ledgerPence,
    provider_pence: difference.providerPence,
    payment_id: difference.paymentId,
    report_id: difference.reportId,
    decision: difference.decision,
    reason: difference.reason,
    decided_by: decidedBy,
    decided_at: difference.decidedAt?.toISOString() ?? null,
  }
}
