import * as z from 'zod/mini'
import { ErrorSchema } from '../../domain/contract.ts'
import { ListQuerySchema, listOf } from '../../domain/office/contract.ts'
import {
  CopiesSchema,
  EventChangeSchema,
  EventRowSchema,
  MapTilesSchema,
  NewAccessCodeSchema,
  NewEventSchema,
  OfficeEventSchema,
  SlotPlanOfDaySchema,
  SlotPreviewSchema,
} from '../../domain/office/event-shapes.ts'
import { planSlots, whyNotPlan } from '../../domain/office/slot-plan.ts'
import { isCalendarDate } from '../../domain/uk-time.ts'
import type { App, Deps } from '../deps.ts'
import { sendList, startAndIdIn } from '../platform/http/list.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { logExport } from '../staff/exports.ts'
import { permitted, staffOf } from '../staff/guard.ts'
import { addDraft, copyEvent } from './add-draft.ts'
import { changeEvent, type OnEventChanged } from './change-event.ts'
import { findDraft } from './draft.queries.ts'
import {
  countOfficeEvents,
  EVENT_TABS,
  findEventRecord,
  listOfficeEvents,
} from './office.queries.ts'
import { readOfficeEvent, toRow } from './office-event.ts'
import { publishEvent } from './publish-event.ts'
import { replaceAccessCode } from './replace-access-code.ts'
import { showDraft } from './show-draft.ts'

export function eventsOfficeRoutes(
  app: App,
  deps: Deps,
  { onChanged }: { onChanged: OnEventChanged },
): void {
  const { db } = deps.database

  app.get(
    '/api/office/events',
    {
      ...permitted(deps, 'events.read'),
      schema: { querystring: ListQuerySchema, response: { 200: listOf(EventRowSchema) } },
    },
    (request, reply) =>
      sendList(request, reply, {
        name: 'events',
        load: async ({ after, limit }) => {
          const { q: search = '' } = request.query
          const tab = EVENT_TABS.find((one) => one === request.query.tab) ?? 'upcoming'
          const now = deps.now()
          const [rows, tabs] = await Promise.all([
            listOfficeEvents(db, { tab, search, now, limit, after: startAndIdIn(after) }),
            countOfficeEvents(db, { search, now }),
          ])
          return { rows: rows.map(toRow), tabs, total: tabs[tab] }
        },
        keyOf: ({ event_id, starts_at }) => [Date.parse(starts_at), event_id],
        exported: (rows) => logExport(deps, request, { list: 'events', rows }),
      }),
  )

  app.post(
    '/api/office/events',
    {
      ...permitted(deps, 'events.write'),
      schema: { body: NewEventSchema, response: { 201: OfficeEventSchema, '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const id = await addDraft(deps, request.body, staffOf(request))
      return reply.code(201).send(await readOfficeEvent(db, id))
    },
  )

  app.get(
    '/api/office/map-tiles',
    { ...permitted(deps, 'events.read'), schema: { response: { 200: MapTilesSchema } } },
    () => ({ url: deps.settings.tileUrl, attribution: deps.settings.tileAttribution }),
  )

  app.post(
    '/api/office/slot-preview',
    {
      ...permitted(deps, 'events.read'),
      schema: {
        body: SlotPlanOfDaySchema,
        response: { 200: SlotPreviewSchema, '4xx': ErrorSchema },
      },
    },
    async ({ body: { event_date: date, slot_plan: plan } }) => {
      if (!isCalendarDate(date)) throw invalidField('event_date', 'This is not a date.')
      const why = whyNotPlan(date, plan)
      if (why) throw invalidField(why.field, why.message)
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

  app.get(
    '/api/office/events/:id',
    {
      ...permitted(deps, 'events.read'),
      schema: { params: IdInPath, response: { 200: OfficeEventSchema, 404: ErrorSchema } },
    },
    (request) => readOfficeEvent(db, publicId(request.params.id)),
  )

  app.get(
    '/api/office/events/:id/preview',
    {
      ...permitted(deps, 'events.read'),
      schema: { params: IdInPath, response: { 404: ErrorSchema } },
    },
    async (request, reply) => {
      const id = publicId(request.params.id)
      const draft = await findDraft(db, id)
      if (draft) return showDraft(reply, draft)
      if (!(await findEventRecord(db, id))) throw new Refused('not_found')
      return reply.redirect(`/event/${id}`, 303)
    },
  )

  app.put(
    '/api/office/events/:id',
    {
      ...permitted(deps, 'events.write'),
      schema: {
        params: IdInPath,
        body: EventChangeSchema,
        response: { 200: OfficeEventSchema, '4xx': ErrorSchema },
      },
    },
    async (request) => {
      const id = publicId(request.params.id)
      await changeEvent(deps, { ...request.body, id }, staffOf(request), onChanged)
      return readOfficeEvent(db, id)
    },
  )

  app.put(
    '/api/office/events/:id/access-code',
    {
      ...permitted(deps, 'events.write'),
      schema: {
        params: IdInPath,
        body: NewAccessCodeSchema,
        response: { 200: OfficeEventSchema, '4xx': ErrorSchema },
      },
    },
    async (request) => {
      const id = publicId(request.params.id)
      await replaceAccessCode(deps, { ...request.body, id }, staffOf(request))
      return readOfficeEvent(db, id)
    },
  )

  app.post(
    '/api/office/events/:id/publish',
    {
      ...permitted(deps, 'events.write'),
      schema: { params: IdInPath, response: { 200: OfficeEventSchema, '4xx': ErrorSchema } },
    },
    async (request) => {
      const id = publicId(request.params.id)
      await publishEvent(deps, id, staffOf(request))
      return readOfficeEvent(db, id)
    },
  )

  app.post(
    '/api/office/events/:id/copies',
    {
      ...permitted(deps, 'events.write'),
      schema: {
        params: IdInPath,
        body: CopiesSchema,
        response: { 201: z.object({ event_ids: z.array(z.int()) }), '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const id = publicId(request.params.id)
      const { dates } = request.body
      if (!dates.every(isCalendarDate)) throw invalidField('dates', 'One of these is not a date.')
      const copies = await copyEvent(deps, { id, dates }, staffOf(request))
      return reply.code(201).send({ event_ids: copies })
    },
  )
}
