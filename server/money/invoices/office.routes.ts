import * as z from 'zod/mini'
import { type FileRow, poundsCell } from '../../../domain/office/file-columns.ts'
import {
  INVOICE_KIND_LABELS,
  INVOICE_STATE_LABELS,
  INVOICE_TABS,
  InvoiceSchema,
  type ListedInvoice,
} from '../../../domain/office/invoices.ts'
import { slashDate } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { findEventRecord } from '../../events/office.queries.ts'
import { idIn } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { sendPdf } from '../../platform/http/send-file.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { drawCreditNote, drawInvoice } from './draw-invoice.ts'
import { countInvoices, listInvoices } from './invoices.queries.ts'
import {
  creditInvoice,
  issueInvoice,
  readInvoice,
  readIssued,
  recordInvoicePayment,
  toListedInvoice,
  undoInvoicePayment,
} from './invoices.ts'

const MOST_OF_EVENT = 200

/** Invoices to the hosts of events. */
export function invoicesOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/invoices', (request) => {
    const tab = INVOICE_TABS.find((one) => one === request.query.tab) ?? 'open'
    const { q: search = '' } = request.query
    return {
      name: 'invoices',
      load: async ({ after, limit }) => {
        const [rows, tabs] = await Promise.all([
          listInvoices(db, { tab, search, before: idIn(after), limit }),
          countInvoices(db, search),
        ])
        return { rows: rows.map(toListedInvoice), tabs, total: tabs[tab] }
      },
      keyOf: ({ id }) => [id],
      fileRows: (rows) => rows.map(toFileRow),
    }
  })

  serve(app, 'GET /api/office/events/:id/invoices', async (request) => {
    const eventId = publicId(request.params.id)
    if (!(await findEventRecord(db, eventId))) throw new Refused('not_found')
    const rows = await listInvoices(db, { tab: 'all', eventId, limit: MOST_OF_EVENT })
    return { data: rows.map(toListedInvoice) }
  })

  serve(app, 'POST /api/office/events/:id/invoices', async (request, reply) => {
    const eventId = publicId(request.params.id)
    const by = staffOf(request)
    const added = await withIdempotencyKey(
      deps,
      { request, caller: by.userId, shape: z.object({ id: z.int() }) },
      (saveResponse) => issueInvoice(deps, { eventId, invoice: request.body, by, saveResponse }),
    )
    return reply.code(201).send(added)
  })

  serve(app, 'GET /api/office/invoices/:id', (request) =>
    readInvoice(db, publicId(request.params.id)),
  )

  serve(app, 'GET /api/office/invoices/:id/pdf', async (request, reply) => {
    const id = publicId(request.params.id)
    const invoice = await readInvoice(db, id)
    const { issuedAt } = await readIssued(db, id)
    const charity = await deps.site.charityAt(db, issuedAt)
    return sendPdf(reply, await drawInvoice(invoice, charity), `invoice-${invoice.number}`)
  })

  serve(app, 'GET /api/office/invoices/:id/credit-note', async (request, reply) => {
    const id = publicId(request.params.id)
    const invoice = await readInvoice(db, id)
    const { creditedAt } = await readIssued(db, id)
    const pdf =
      creditedAt && (await drawCreditNote(invoice, await deps.site.charityAt(db, creditedAt)))
    if (!pdf) throw new Refused('not_found')
    return sendPdf(reply, pdf, `credit-note-${invoice.credit_note?.number}`)
  })

  serve(app, 'POST /api/office/invoices/:id/payments', async (request, reply) => {
    const id = publicId(request.params.id)
    const by = staffOf(request)
    const invoice = await withIdempotencyKey(
      deps,
      { request, caller: by.userId, shape: InvoiceSchema },
      (saveResponse) => recordInvoicePayment(deps, { id, payment: request.body, by, saveResponse }),
    )
    return reply.code(201).send(invoice)
  })

  serve(app, 'POST /api/office/invoice-payments/:id/undo', (request) => {
    const { reason } = request.body
    return undoInvoicePayment(deps, {
      id: publicId(request.params.id),
      reason,
      by: staffOf(request),
    })
  })

  serve(app, 'POST /api/office/invoices/:id/credit-note', (request) => {
    const { reason } = request.body
    return creditInvoice(deps, { id: publicId(request.params.id), reason, by: staffOf(request) })
  })
}

function toFileRow(row: ListedInvoice): FileRow {
  return {
    Number: row.number,
    Kind: INVOICE_KIND_LABELS[row.kind],
    State: INVOICE_STATE_LABELS[row.state],
    Host: row.host_name,
    Event: row.event_name,
    'Date of the event': slashDate(row.event_date),
    Issued: slashDate(row.issued_on),
    Due: slashDate(row.due_on),
    'Amount (£)': poundsCell(row.amount_pence),
    'Paid (£)': poundsCell(row.paid_pence),
    'Still to pay (£)': poundsCell(row.owed_pence),
    'To refund (£)': poundsCell(row.to_pay_back_pence),
  }
}
