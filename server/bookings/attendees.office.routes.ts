import {
  ATTENDEE_TABS,
  type Attendee,
  type AttendeeTab,
} from '../../domain/office/attendee-schemas.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import type { App, Deps } from '../deps.ts'
import { findEventRecord } from '../events/office.queries.ts'
import { contactCells } from '../members/contact-cells.ts'
import { idIn, type Page, startAndIdIn } from '../platform/http/list.ts'
import { Refused } from '../platform/http/refused.ts'
import { publicId } from '../platform/public-id.ts'
import { serveList } from '../staff/office-list.ts'
import { countAttendees, listAttendees, listWaiting } from './attendees.queries.ts'
import { toAttendeeFileRow, toBookedAttendee, toWaiting, toWaitingAttendee } from './attendees.ts'

export function attendeesOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/events/:id/attendees', async (request) => {
    const eventId = await existingEvent(request.params.id)
    const { q: search = '' } = request.query
    const tab = ATTENDEE_TABS.find((one) => one === request.query.tab) ?? 'booked'
    const params = { eventId, search }
    return {
      name: `attendees of event ${eventId}`,
      file: `attendees-${eventId}`,
      load: async (page) => {
        const tabs = await countAttendees(db, params)
        return { rows: await loadRows({ ...params, tab, page }), tabs, total: tabs[tab] }
      },
      keyOf: ({ date, time, appointment_id, wait_id }) => [
        date && time ? ukInstant(date, time).getTime() : 0,
        appointment_id ?? wait_id ?? 0,
      ],
      fileRows: async (rows) => {
        const ids = rows.map(({ member_id: id }) => id)
        const contactOf = await contactCells(db, deps.fieldKeys, ids)
        return rows.map((row) => toAttendeeFileRow(row, contactOf(row.member_id)))
      },
    }
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

  type Params = { eventId: number; search: string; tab: AttendeeTab; page: Page }

  async function loadRows({ tab, page, ...filter }: Params): Promise<Attendee[]> {
    const { limit } = page
    const after = startAndIdIn(page.after)
    if (tab === 'waiting') {
      const waiting = await listWaiting(db, { ...filter, afterId: after?.id ?? 0, limit })
      return waiting.map((row) => toWaitingAttendee(deps.fieldKeys, row))
    }
    const now = deps.now()
    const rows = await listAttendees(db, { ...filter, tab, limit, after })
    return rows.map((row) => toBookedAttendee(deps.fieldKeys, row, now))
  }
}
