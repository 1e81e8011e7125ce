import {
  type FileRow,
  momentCell,
  phoneCell,
  poundsCell,
} from '../../../domain/office/file-columns.ts'
import { UNPAID_TABS, type Unpaid, type UnpaidTab } from '../../../domain/office/unpaid.ts'
import { slashDate, ukInstant } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { sumOwedByHosts } from '../../money/invoices/invoices.queries.ts'
import { startAndIdIn } from '../../platform/http/list.ts'
import { serve } from '../../platform/http/serve.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { listUnpaid, sendReminders, totalPence } from './unpaid.ts'

export function unpaidOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  const load = (search = '') =>
    listUnpaid(db, { search, now: deps.now(), sendsSms: deps.settings.sendsSms })

  serveList(app, deps, 'GET /api/office/unpaid', (request) => ({
    name: 'unpaid',
    load: async ({ after, limit }) => {
      const unpaid = await load(request.query.q)
      const tab = UNPAID_TABS.find((one) => one === request.query.tab) ?? 'coming'
      const rows = unpaid[tab]
      const last = startAndIdIn(after)
      const rest = last ? rows.filter((row) => isAfter(row, last, tab)) : rows
      return {
        rows: rest.slice(0, limit),
        tabs: { coming: unpaid.coming.length, past: unpaid.past.length },
        total: rows.length,
      }
    },
    keyOf: (row) => [startOf(row), row.appointment_id],
    fileRows: (rows) => rows.map(toFileRow),
  }))

  serve(app, 'GET /api/office/unpaid/totals', async (request) => {
    const { coming, past } = await load(request.query.q)
    const hosts = await sumOwedByHosts(db)
    return { coming: totalPence(coming), past: totalPence(past), hosts }
  })

  serve(app, 'POST /api/office/unpaid/reminders', (request) =>
    sendReminders(deps, { ids: request.body.appointment_ids, staff: staffOf(request) }),
  )
}

function startOf({ date, time }: Unpaid): number {
  return ukInstant(date, time).getTime()
}

/** Coming ones are listed from the first on, past ones from the latest on. */
function isAfter(row: Unpaid, last: { startsAt: Date; id: number }, tab: UnpaidTab): boolean {
  const difference = startOf(row) - last.startsAt.getTime() || row.appointment_id - last.id
  return tab === 'coming' ? difference > 0 : difference < 0
}

function toFileRow(row: Unpaid): FileRow {
  return {
    Number: row.member_id,
    Name: row.name,
    Email: row.email,
    Phone: phoneCell(row.phone),
    Event: row.event_name,
    Appointment: `${slashDate(row.date)} ${row.time}`,
    Reference: row.reference,
    'Price (£)': poundsCell(row.price),
    'Paid (£)': poundsCell(row.paid),
    'Still to pay (£)': poundsCell(row.owed),
    'To pay': row.pays_at_venue ? 'At the venue' : 'By payment link',
    'Link last sent': row.reminded_at && momentCell(row.reminded_at),
  }
}
