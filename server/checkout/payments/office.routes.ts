import { PAYMENT_TABS } from '../../../domain/office/payment-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { isUuid, uuidInPath } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { countPayments, listPayments, searchPayments } from './office.queries.ts'
import { readPayment, toListed } from './read-payment.ts'

export function paymentsOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/payments', (request) => ({
    name: 'payments',
    load: async (page) => {
      if (page.after && !isUuid(page.after[0])) throw new Refused('invalid_request')
      const { q: search = '' } = request.query
      const tab = PAYMENT_TABS.find((known) => known === request.query.tab) ?? 'all'
      const params = { matches: await searchPayments(db, search), now: deps.now() }
      const [rows, tabs] = await Promise.all([
        listPayments(db, { ...params, ...page, tab }),
        countPayments(db, params),
      ])
      return { rows: rows.map(toListed), tabs, total: tabs[tab] }
    },
    keyOf: ({ id }) => [id],
  }))

  serve(app, 'GET /api/office/payments/:id', (request) =>
    readPayment(deps, { id: uuidInPath(request.params.id), staff: staffOf(request) }),
  )
}
