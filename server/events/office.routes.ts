import { historyInWords } from '../../domain/office/event-history.ts'
import type { EventRow } from '../../domain/office/event-schemas.ts'
import { planSlots, whyNotPlan } from '../../domain/office/slot-plan.ts'
import { isCalendarDate } from '../../domain/uk-time.ts'
import type { App, Deps } from '../deps.ts'
import { type Key, startAndIdIn, valueAndIdIn } from '../platform/http/list.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { staffOf } from '../staff/guard.ts'
import { serveList } from '../staff/office-list.ts'
import { addDraft, copyEvent } from './add-draft.ts'
import { setBookingOpen } from './booking-pause.ts'
import { changeEvent, type OnEventChanged } from './change-event.ts'
import { changeSeries, readSeries } from './change-series.ts'
import { findDraft } from './draft.queries.ts'
import { listEventAudit } from './event-history.queries.ts'
import { listEventPeople } from './event-people.queries.ts'
import { setEventPeople } from './event-people.ts'
import {
  countOfficeEvents,
  EVENT_SORTS,
  EVENT_TABS,
  type EventSort,
  findEventRecord,
  listEventChoices,
  listEventsOfMonth,
  listEventsSorted,
  listOfficeEvents,
} from './office.queries.ts'
import { readOfficeEvent, toRow } from './office-event.ts'
import { publishEvents, readReadiness } from './publish-event.ts'
import { replaceAccessCode } from './replace-access-code.ts'
import { showDraft } from './show-draft.ts'
import { discardDraft, unpublishEvent } from './withdraw-event.ts'

export function eventsOfficeRoutes(
  app: App,
  deps: Deps,
  { onChanged }: { onChanged: OnEventChanged },
): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/events', (request) => ({
    name: 'events',
    load: async ({ after, limit }) => {
      const { q: search = '' } = request.query
      const tab = EVENT_TABS.find((one) => one === request.query.tab) ?? 'upcoming'
      const now = deps.now()
      const { host, county, month, free } = request.query
      const narrowed = { host, county, month, isFree: free === 'yes' }
      const wanted = { tab, search, now, narrowed, limit }
      const sorted = sortIn(request.query.sort)
      const [rows, tabs] = await Promise.all([
        sorted
          ? listEventsSorted(db, {
              ...wanted,
              ...sorted,
              after: valueAndIdIn(after, sorted.sort === 'free' ? 'number' : 'string'),
            })
          : listOfficeEvents(db, { ...wanted, after: startAndIdIn(after) }),
        countOfficeEvents(db, { search, now, narrowed }),
      ])
      return { rows: rows.map(toRow), tabs, total: tabs[tab] }
    },
    keyOf: (row) => [keyValue(row, sortIn(request.query.sort)?.sort), row.event_id],
  }))

  serve(app, 'GET /api/office/event-choices', () => listEventChoices(db))

  serve(app, 'GET /api/office/event-months/:month', async (request) => {
    const { month } = request.params
    return { month, events: (await listEventsOfMonth(db, month)).map(toRow) }
  })

  serve(app, 'POST /api/office/events', async (request, reply) => {
    const id = await addDraft(deps, request.body, staffOf(request))
    return reply.code(201).send(await readOfficeEvent(db, id))
  })

  serve(app, 'GET /api/office/map-tiles', () => ({
    url: deps.settings.tileUrl,
    attribution: deps.settings.tileAttribution,
  }))

  serve(
    app,
    'POST /api/office/slot-preview',
    async ({ body: { event_date: date, slot_plan: plan } }) => {
      if (!isCalendarDate(date)) throw invalidField('event_date', 'This is not a date.')
      const reason = whyNotPlan(date, plan)
      if (reason) throw invalidField(reason.field, reason.message)
      const slots = planSlots(date, plan)
      return {
        slots: slots.map(({ date, time, places, keptBack }) => ({
          date,
          time,
          places,
          kept_back: keptBack,
        })),
        places: slots.reduce((sum, { places }) => sum + places, 0),
      }
    },
  )

  serve(app, 'GET /api/office/events/:id', (request) =>
    readOfficeEvent(db, publicId(request.params.id)),
  )

  serve(app, 'GET /api/office/events/:id/history', async (request) => {
    const event = await findEventRecord(db, publicId(request.params.id))
    if (!event) throw new Refused('not_found')
    const rows = await listEventAudit(db, event)
    return {
      data: rows.map(({ at, by, action, details }) => ({
        at: at.toISOString(),
        by,
        text: historyInWords({ action, details: Object(details) }),
      })),
    }
  })

  serve(app, 'GET /api/office/events/:id/people', async (request) => {
    const id = publicId(request.params.id)
    if (!(await findEventRecord(db, id))) throw new Refused('not_found')
    return { data: await listEventPeople(db, id) }
  })

  serve(app, 'PUT /api/office/events/:id/people', async (request) => {
    const id = publicId(request.params.id)
    const { staff_ids: staffIds, before } = request.body
    await setEventPeople(deps, { id, staffIds, before }, staffOf(request))
    return { data: await listEventPeople(db, id) }
  })

  serve(app, 'GET /api/office/events/:id/preview', async (request, reply) => {
    const id = publicId(request.params.id)
    const draft = await findDraft(db, id)
    if (draft) return showDraft(reply, draft)
    if (!(await findEventRecord(db, id))) throw new Refused('not_found')
    return reply.redirect(`/event/${id}`, 303)
  })

  serve(app, 'PUT /api/office/events/:id', async (request) => {
    const id = publicId(request.params.id)
    await changeEvent(deps, { ...request.body, id }, staffOf(request), onChanged)
    return readOfficeEvent(db, id)
  })

  serve(app, 'PUT /api/office/events/:id/access-code', async (request) => {
    const id = publicId(request.params.id)
    await replaceAccessCode(deps, { ...request.body, id }, staffOf(request))
    return readOfficeEvent(db, id)
  })

  serve(app, 'POST /api/office/events/:id/publish', async (request) => {
    const id = publicId(request.params.id)
    const { acknowledged } = request.body ?? {}
    await publishEvents(deps, { ids: [id], acknowledged }, staffOf(request))
    return readOfficeEvent(db, id)
  })

  serve(app, 'GET /api/office/events/:id/readiness', async (request) => {
    const event = await findEventRecord(db, publicId(request.params.id))
    if (!event) throw new Refused('not_found')
    return readReadiness(db, event, deps.now())
  })

  serve(app, 'POST /api/office/events/publish', async (request) => {
    const { event_ids: ids, acknowledged } = request.body
    return { published: await publishEvents(deps, { ids, acknowledged }, staffOf(request)) }
  })

  serve(app, 'GET /api/office/events/:id/series', async (request) => ({
    data: await readSeries(db, publicId(request.params.id), deps.now()),
  }))

  serve(app, 'POST /api/office/events/:id/series', async (request) => {
    const id = publicId(request.params.id)
    const change = { ...request.body, id }
    return { data: await changeSeries(deps, change, staffOf(request), onChanged) }
  })

  serve(app, 'POST /api/office/events/:id/unpublish', async (request) => {
    const id = publicId(request.params.id)
    await unpublishEvent(deps, id, staffOf(request))
    return readOfficeEvent(db, id)
  })

  serve(app, 'PUT /api/office/events/:id/booking', async (request) => {
    const id = publicId(request.params.id)
    const { is_open: isOpen, reason } = request.body
    await setBookingOpen(deps, { id, isOpen, reason: reason || null }, staffOf(request))
    return readOfficeEvent(db, id)
  })

  serve(app, 'POST /api/office/events/:id/discard', async (request, reply) => {
    const { version } = request.body
    await discardDraft(deps, { id: publicId(request.params.id), version }, staffOf(request))
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/events/:id/copies', async (request, reply) => {
    const id = publicId(request.params.id)
    const { dates } = request.body
    if (!dates.every(isCalendarDate)) throw invalidField('dates', 'One of these is not a date.')
    const copies = await copyEvent(deps, { id, dates }, staffOf(request))
    return reply.code(201).send({ event_ids: copies })
  })
}

/** What the list is sorted by; null for its order of time, and for a name that it does not know. */
function sortIn(text: string | undefined): { sort: EventSort; isDescending: boolean } | null {
  const isDescending = text?.startsWith('-') === true
  const sort = EVENT_SORTS.find((one) => one === (isDescending ? text?.slice(1) : text))
  return sort ? { sort, isDescending } : null
}

function keyValue(row: EventRow, sort: EventSort | undefined): Key[number] {
  switch (sort) {
    case 'name':
      return row.event_name
    case 'host':
      return row.host_name ?? ''
    case 'free':
      return row.total_spaces - row.booked_spaces
    default:
      return Date.parse(row.starts_at)
  }
}
