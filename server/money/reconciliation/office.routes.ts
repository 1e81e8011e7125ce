import {
  DIFFERENCE_STATES,
  MOST_DECIDED_AT_ONCE,
  type MoneyDifference,
  type ProviderReport,
} from '../../../domain/office/reconciliation-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import { idIn } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import {
  countDifferences,
  countReports,
  findDifference,
  findReport,
  listDifferences,
  listReports,
  sumOtherMoney,
} from './differences.queries.ts'
import { MOST_BYTES } from './read-report.ts'
import { decideDifferences, reconcileReport } from './reconcile-report.ts'

export function reconciliationRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/provider-reports', () => ({
    name: 'provider reports',
    load: async ({ after, limit }) => {
      const rows = await listReports(db, { beforeId: idIn(after), limit })
      return { rows: rows.map(toReport), total: await countReports(db) }
    },
    keyOf: ({ id }) => [id],
  }))

  app.register(async (own: App) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    serve(
      own,
      'POST /api/office/provider-reports',
      { calledBy: 'upload', bodyLimit: MOST_BYTES, consumes: ['text/csv'] },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) throw new Refused('invalid_request')
        const { id, isRepeated } = await reconcileReport(deps, request.body, staffOf(request))
        const row = await findReport(db, id)
        if (!row) throw new Error(`report ${id} is not there`)
        return reply.code(isRepeated ? 200 : 201).send({ ...toReport(row), repeated: isRepeated })
      },
    )
  })

  serveList(app, deps, 'GET /api/office/money-differences', (request) => ({
    name: 'money differences',
    load: async ({ after, limit }) => {
      const { q: search = '', tab, report_id: report } = request.query
      const state = DIFFERENCE_STATES.find((known) => known === tab) ?? 'open'
      const requested = { search, reportId: report === undefined ? null : publicId(report) }
      const [rows, tabs] = await Promise.all([
        listDifferences(db, { ...requested, state, beforeId: idIn(after), limit }),
        countDifferences(db, requested),
      ])
      return { rows: rows.map(toDifference), tabs, total: tabs[state] }
    },
    keyOf: ({ id }) => [id],
  }))

  serve(app, 'GET /api/office/money-differences/other-money', async () => ({
    data: await sumOtherMoney(db, MOST_DECIDED_AT_ONCE),
  }))

  serve(app, 'POST /api/office/money-differences/decisions', async (request) => ({
    decided: await decideDifferences(deps, request.body, staffOf(request)),
  }))

  serve(app, 'GET /api/office/money-differences/:id', ({ params }) =>
    readDifference(publicId(params.id)),
  )

  serve(app, 'POST /api/office/money-differences/:id/decision', async (request) => {
    const id = publicId(request.params.id)
    await decideDifferences(deps, { ids: [id], ...request.body }, staffOf(request))
    return readDifference(id)
  })

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
  type,
}: NonNullable<Awaited<ReturnType<typeof findDifference>>>): MoneyDifference {
  return {
    id: difference.id,
    kind: difference.kind,
    state: difference.state,
    provider_ref: difference.providerRef,
    type,
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
