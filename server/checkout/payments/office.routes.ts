import { type FileRow, momentCell, poundsCell } from '../../../domain/office/file-columns.ts'
import { type ListedPayment, PAYMENT_TABS } from '../../../domain/office/payment-schemas.ts'
import { paymentStateText } from '../../../domain/office/payment-state-text.ts'
import { slashDate } from '../../../domain/uk-time.ts'
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
    fileRows: (rows) => rows.map(toFileRow),
  }))

  serve(app, 'GET /api/office/payments/:id', (request) =>
    readPayment(deps, { id: uuidInPath(request.params.id), staff: staffOf(request) }),
  )
}

function toFileRow(row: ListedPayment): FileRow {
  return {
    Begun: momentCell(row.begun_at),
    'PayPal order': row.reference,
    'Member number': row.member_id,
    Member: row.member_name,
    Email: row.email,
    Event: row.event_name,
    Appointment: `${slashDate(row.date)} ${row.time}`,
    State: paymentStateText(row.state, row.is_undone),
    'Paid with': row.taken_how ?? 'PayPal',
    'Amount (£)': poundsCell(row.amount_pence),
    'Refunded (£)': poundsCell(row.refunded_pence),
    'To refund by hand (£)': poundsCell(row.owed_pence),
    'Payment number': row.id,
  }
}
