import { moneyOf } from '../../domain/money-of.ts'
import {
  ATTENDEE_SORTS,
  ATTENDEE_TABS,
  type Attendee,
  type AttendeeTab,
} from '../../domain/office/attendee-schemas.ts'
import type { App, Deps } from '../deps.ts'
import { findEventRecord } from '../events/office.queries.ts'
import { contactCells } from '../members/contact-cells.ts'
import { idIn, type Page, startAndIdIn, valueAndIdIn } from '../platform/http/list.ts'
import { Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { serveList } from '../staff/office-list.ts'
import { readTold } from '../tasks/event-calls.ts'
import { countAttendees, listAttendees, listWaiting } from './attendees.queries.ts'
import {
  type AttendeeOrder,
  attendeesAfter,
  sortValueOf,
  toAttendeeFileRow,
  toBookedAttendee,
  toWaiting,
  toWaitingAttendee,
  type Untold,
} from './attendees.ts'

/** Appointments of one event that are put in order at a time, far more than any event has. */
const MOST_SORTED = 5_000

export function attendeesOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/events/:id/attendees', async (request) => {
    const eventId = await existingEvent(request.params.id)
    const { q: search = '' } = request.query
    const tab = ATTENDEE_TABS.find((one) => one === request.query.tab) ?? 'booked'
    const params = { eventId, search }
    const order = tab === 'waiting' ? null : orderIn(request.query.sort)
    return {
      name: `attendees of event ${eventId}`,
      file: `attendees-${eventId}`,
      load: async (page) => {
        const tabs = await countAttendees(db, params)
        const rows = await loadRows({ ...params, tab, page, order })
        return { rows: await addTold(eventId, rows), tabs, total: tabs[tab] }
      },
      keyOf: (row) => [
        sortValueOf(row, order?.sort ?? 'time'),
        row.appointment_id ?? row.wait_id ?? 0,
      ],
      fileRows: async (rows) => {
        const ids = rows.map(({ member_id: id }) => id)
        const contactOf = await contactCells(db, deps.fieldKeys, ids)
        return rows.map((row) => toAttendeeFileRow(row, contactOf(row.member_id)))
      },
    }
  })

  serve(app, 'GET /api/office/events/:id/attendees/totals', async (request) => {
    const eventId = await existingEvent(request.params.id)
    const all = { eventId, search: '', after: null, limit: MOST_SORTED }
    const rows = await listAttendees(db, { ...all, tab: 'to_pay' })
    const due = rows.map((row) => moneyOf(row.records).duePence).filter((pence) => pence > 0)
    const pence = due.reduce((sum, one) => sum + one, 0)
    return { to_pay: { count: due.length, pence } }
  })

  serveList(app, deps, 'GET /api/office/events/:id/waiting-list', async (request) => {
    const eventId = await existingEvent(request.params.id)
    const params = { eventId, search: request.query.q ?? '' }
    return {
      name: `waiting list of event ${eventId}`,
      file: `waiting-list-${eventId}`,
      load: async ({ after, limit }) => {
        const rows = await listWaiting(db, { ...params, afterId: idIn(after) ?? 0, limit })
        return { rows: rows.map(toWaiting), total: (await countAttendees(db, params)).waiting }
      },
      keyOf: ({ wait_id }) => [wait_id],
    }
  })

  async function existingEvent(id: string): Promise<number> {
    const eventId = publicId(id)
    if (!(await findEventRecord(db, eventId))) throw new Refused('not_found')
    return eventId
  }

  type Params = {
    eventId: number
    search: string
    tab: AttendeeTab
    page: Page
    order: AttendeeOrder | null
  }

  async function loadRows({ tab, page, order, ...filter }: Params): Promise<Untold[]> {
    const { limit } = page
    if (tab === 'waiting') {
      const after = startAndIdIn(page.after)
      const waiting = await listWaiting(db, { ...filter, afterId: after?.id ?? 0, limit })
      return waiting.map((row) => toWaitingAttendee(deps.fieldKeys, row))
    }
    const now = deps.now()
    if (order) {
      const after = valueAndIdIn(page.after, order.sort === 'name' ? 'string' : 'number')
      const rows = await listAttendees(db, { ...filter, tab, limit: MOST_SORTED, after: null })
      const attendees = rows.map((row) => toBookedAttendee(deps.fieldKeys, row, now))
      return attendeesAfter(attendees, { ...order, after }).slice(0, limit)
    }
    const after = startAndIdIn(page.after)
    const rows = await listAttendees(db, { ...filter, tab, limit, after })
    return rows.map((row) => toBookedAttendee(deps.fieldKeys, row, now))
  }

  async function addTold(eventId: number, rows: readonly Untold[]): Promise<Attendee[]> {
    const memberIds = rows.map(({ member_id: id }) => id)
    const toldOf = await readTold(db, deps, { eventId, memberIds })
    return rows.map((row) => ({ ...row, told: toldOf(row.member_id) }))
  }
}

/** The order of the list; null for its order of time, and for a name that it does not know. */
function orderIn(text: string | undefined): AttendeeOrder | null {
  const isDescending = text?.startsWith('-') === true
  const sort = ATTENDEE_SORTS.find((one) => one === (isDescending ? text?.slice(1) : text))
  return sort ? { sort, isDescending } : null
}
