import type {
  EventStatement,
  LedgerRow,
  LedgerWay,
  Period,
  Sums,
} from '../../../domain/office/statement-schemas.ts'
import type { PaidHow } from '../../../domain/office/venue-payments.ts'
import { ukDate, ukInstant, ukTime } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { findEventRecord } from '../../events/office.queries.ts'
import { idIn, type Key } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { serveList } from '../../staff/office-list.ts'
import { sumInvoices } from '../invoices/invoices.queries.ts'
import {
  type Between,
  countLedger,
  listEventSums,
  listLedger,
  listMonthSums,
  sumAll,
  sumEvent,
} from './statements.queries.ts'

export function statementRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serve(app, 'GET /api/office/statements/sums', async ({ query }) => {
    const period = between(query)
    const { issued, credited, received, repaid } = await sumInvoices(db, period)
    return {
      ...toSums(await sumAll(db, period)),
      invoices: {
        issued_pence: issued,
        credited_pence: credited,
        received_pence: received,
        repaid_pence: repaid,
      },
    }
  })

  serve(app, 'GET /api/office/events/:id/money', async (request) => {
    const id = publicId(request.params.id)
    if (!(await findEventRecord(db, id))) throw new Refused('not_found')
    const sums = await sumEvent(db, id)
    return {
      expected: sums.expectedPence,
      taken: sums.cardPence + sums.venuePence,
      refunded: sums.refundedPence,
      host: sums.hostPence,
    }
  })

  serveList(app, deps, 'GET /api/office/statements/events', (request) => {
    const period = between(request.query)
    return {
      name: 'statement by event',
      load: async ({ after, limit }) => {
        const rows = await listEventSums(db, { ...period, after: dateAndIdIn(after), limit })
        const { events: total } = await sumAll(db, period)
        return { rows: rows.map(toEventStatement), total }
      },
      keyOf: ({ event_id: id, event_date: date }) => [date, id],
    }
  })

  serveList(app, deps, 'GET /api/office/statements/months', (request) => {
    const period = between(request.query)
    return {
      name: 'statement by month',
      load: async ({ after, limit }) => {
        const beforeMonth = after && textIn(after[0], /^\d{4}-\d{2}$/)
        const rows = await listMonthSums(db, { ...period, beforeMonth, limit })
        const { months: total } = await sumAll(db, period)
        return { rows: rows.map((row) => ({ month: row.month, ...toSums(row) })), total }
      },
      keyOf: ({ month }) => [month],
    }
  })

  serveList(app, deps, 'GET /api/office/ledger', (request) => {
    const period = between(request.query)
    return {
      name: 'ledger',
      load: async ({ after, limit }) => {
        const rows = await listLedger(db, { ...period, beforeId: idIn(after), limit })
        return { rows: rows.map(toLedgerRow), total: await countLedger(db, period) }
      },
      keyOf: ({ entry_id: id }) => [id],
      // Its columns are documented for the programs of an accountant.
      fileRows: (rows) => rows,
    }
  })
}

/** From the first day of `from` to the end of `to`, London. */
function between({ from, to }: Period): Between {
  const startOf = (month: string) => ukInstant(`${month}-01`, '00:00')
  return { from: from ? startOf(from) : null, until: to ? startOf(monthAfter(to)) : null }
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}

/** Throws Refused invalid_request for any other key. */
function dateAndIdIn(after: Key | null): { date: string; id: number } | null {
  const id = idIn(after?.slice(1) ?? null)
  return after && id !== null ? { date: textIn(after[0], /^\d{4}-\d{2}-\d{2}$/), id } : null
}

function textIn(part: Key[number] | undefined, wanted: RegExp): string {
  if (typeof part !== 'string' || !wanted.test(part)) throw new Refused('invalid_request')
  return part
}

function toSums(row: Omit<Awaited<ReturnType<typeof sumAll>>, 'events' | 'months'>): Sums {
  return {
    card_pence: row.cardPence,
    venue_pence: row.venuePence,
    refunded_pence: row.refundedPence,
    fees_pence: row.feesPence,
    net_pence: row.cardPence + row.venuePence - row.refundedPence - row.feesPence,
    waived: row.waived,
    waived_pence: row.waivedPence,
    hosted: row.hosted,
    host_pence: row.hostPence,
  }
}

function toEventStatement(row: Awaited<ReturnType<typeof listEventSums>>[number]): EventStatement {
  return {
    event_id: row.id,
    event_name: row.name,
    event_date: row.date,
    ...toSums(row),
  }
}

function toLedgerRow(row: Awaited<ReturnType<typeof listLedger>>[number]): LedgerRow {
  const { entry, how, eventId, eventName, startsAt, invoiceId } = row
  return {
    entry_id: entry.id,
    date: ukDate(entry.at),
    time: ukTime(entry.at),
    kind: isUndo(entry.providerRef) ? 'undone' : entry.kind,
    way: wayOf(entry.providerRef, how),
    event_id: eventId,
    event_name: eventName,
    event_date: ukDate(startsAt),
    amount_pence: entry.amountPence,
    amount: entry.amountPence / 100,
    currency: entry.currency,
    provider_reference: entry.providerRef,
    invoice: invoiceId,
  }
}

/** Of a record of money at the venue that was taken back. */
function isUndo(providerRef: string): boolean {
  return providerRef.startsWith('undone-')
}

function wayOf(providerRef: string, how: PaidHow | null): LedgerWay {
  if (providerRef.startsWith('by-hand-')) return 'by hand'
  if (how === 'cheque' || how === 'bank transfer') return how
  return how === null ? 'card' : `venue, ${how}`
}
