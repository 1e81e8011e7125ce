import * as z from 'zod/mini'
import { ErrorSchema } from '../../domain/contract.ts'
import { whyNotTemplate } from '../../domain/email-template.ts'
import { ListQuerySchema, listOf } from '../../domain/office/contract.ts'
import {
  CopiesSchema,
  EventChangeSchema,
  EventRowSchema,
  LabSchema,
  MailPreviewSchema,
  NewEventSchema,
  NewLabSchema,
  NewProductSchema,
  OfficeEventSchema,
  ProductChangeSchema,
  ProductSchema,
  SlotPlanOfDaySchema,
  SlotPreviewSchema,
  TemplateSchema,
} from '../../domain/office/event-shapes.ts'
import { planSlots, whyNotPlan } from '../../domain/office/slot-plan.ts'
import { isCalendarDate, ukDate, ukTime } from '../../domain/uk-time.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { App, Deps } from '../deps.ts'
import { type Key, sendList } from '../http/list.ts'
import { Refused } from '../http/refused.ts'
import { commit } from '../platform/commit.ts'
import { IdInPath, publicId } from '../platform/public-id.ts'
import { logExport } from '../staff/exports.ts'
import { permitted, staffOf } from '../staff/guard.ts'
import {
  addDraft,
  changeEvent,
  copyEvent,
  type OnEventChanged,
  planOf,
  publishEvent,
} from './change-event.ts'
import {
  countOfficeEvents,
  EVENT_TABS,
  findEventFacts,
  findEventRecord,
  listLabs,
  listOfficeEvents,
  listProducts,
  lockProduct,
  updateProduct,
} from './office.queries.ts'
import { insertLab, insertProduct } from './publishing.queries.ts'
import { sampleConfirmation } from './sample-confirmation.ts'

type Template = z.infer<typeof TemplateSchema>

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
            listOfficeEvents(db, { tab, search, now, limit, after: startAndId(after) }),
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
      return reply.code(201).send(await findOfficeEvent(id))
    },
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
      if (!isCalendarDate(date)) throw invalid('event_date', 'This is not a date.')
      const why = whyNotPlan(date, plan)
      if (why) throw invalid(why.field, why.message)
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
    (request) => findOfficeEvent(publicId(request.params.id)),
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
      return findOfficeEvent(id)
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
      return findOfficeEvent(id)
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
      if (!dates.every(isCalendarDate)) throw invalid('dates', 'One of these is not a date.')
      const copies = await copyEvent(deps, { id, dates }, staffOf(request))
      return reply.code(201).send({ event_ids: copies })
    },
  )

  app.get(
    '/api/office/products',
    {
      ...permitted(deps, 'events.read'),
      schema: { response: { 200: z.object({ data: z.array(ProductSchema) }) } },
    },
    async () => ({ data: (await listProducts(db)).map(toProduct) }),
  )

  app.post(
    '/api/office/products',
    {
      ...permitted(deps, 'events.write'),
      schema: { body: NewProductSchema, response: { 201: ProductSchema, '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const { name, price: pricePence } = request.body
      const emailTemplate = checkedTemplate(request.body.email_template) ?? null
      const product = { name, pricePence, emailTemplate }
      const added = await commit({ ...deps, eventIds: [] }, async (tx) => {
        const id = await insertProduct(tx, product)
        await auditProduct(tx, request, {
          id,
          action: 'product added',
          details: { after: product },
        })
        return toProduct({ id, ...product })
      })
      return reply.code(201).send(added)
    },
  )

  app.post(
    '/api/office/products/preview',
    {
      ...permitted(deps, 'events.write'),
      schema: { body: TemplateSchema, response: { 200: MailPreviewSchema, '4xx': ErrorSchema } },
    },
    async (request) => sampleMail(request),
  )

  /** To the person who asks, and nobody else. */
  app.post(
    '/api/office/products/test-mail',
    {
      ...permitted(deps, 'events.write'),
      schema: { body: TemplateSchema, response: { 204: z.null(), '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const mail = sampleMail(request)
      const subject = `Test: ${mail.subject}`
      await commit({ ...deps, eventIds: [] }, (tx) =>
        deps.jobs.enqueue(tx, 'mail', { ...mail, subject }),
      )
      return reply.code(204).send(null)
    },
  )

  app.put(
    '/api/office/products/:id',
    {
      ...permitted(deps, 'events.write'),
      schema: {
        params: IdInPath,
        body: ProductChangeSchema,
        response: { 200: ProductSchema, '4xx': ErrorSchema },
      },
    },
    async (request) => {
      const id = publicId(request.params.id)
      const { name, price: pricePence, email_template: template } = request.body
      const emailTemplate = checkedTemplate(template)
      const changes = {
        ...(name !== undefined && { name }),
        ...(pricePence !== undefined && { pricePence }),
        ...(emailTemplate !== undefined && { emailTemplate }),
      }
      return commit(deps, async (tx) => {
        const before = await lockProduct(tx, id)
        if (!before) throw new Refused('not_found')
        await updateProduct(tx, id, changes)
        const details = { before, after: changes }
        await auditProduct(tx, request, { id, action: 'product changed', details })
        return toProduct({ ...before, ...changes })
      })
    },
  )

  app.get(
    '/api/office/labs',
    {
      ...permitted(deps, 'events.read'),
      schema: { response: { 200: z.object({ data: z.array(LabSchema) }) } },
    },
    async () => ({ data: (await listLabs(db)).map(toLab) }),
  )

  app.post(
    '/api/office/labs',
    {
      ...permitted(deps, 'events.write'),
      schema: { body: NewLabSchema, response: { 201: LabSchema, '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const { name, requires_nhs_number: requiresNhsNumber } = request.body
      const lab = { name, requiresNhsNumber }
      const added = await commit({ ...deps, eventIds: [] }, async (tx) => {
        const id = await insertLab(tx, lab)
        if (id === null) throw new Refused('lab_exists')
        await insertAudit(tx, {
          actorUserId: staffOf(request).userId,
          action: 'laboratory added',
          subject: `laboratory ${id}`,
          details: { after: lab },
          at: deps.now(),
        })
        return toLab({ id, ...lab })
      })
      return reply.code(201).send(added)
    },
  )

  function sampleMail(request: Parameters<typeof staffOf>[0] & { body: Template }) {
    const template = checkedTemplate(request.body.email_template) ?? null
    const { publicUrl } = deps.settings
    return sampleConfirmation({ template, to: staffOf(request).email, publicUrl, now: deps.now() })
  }

  function auditProduct(
    tx: Parameters<typeof insertAudit>[0],
    request: Parameters<typeof staffOf>[0],
    { id, ...entry }: { id: number; action: string; details: object },
  ): Promise<void> {
    const { userId: actorUserId } = staffOf(request)
    return insertAudit(tx, { actorUserId, subject: `product ${id}`, at: deps.now(), ...entry })
  }

  async function findOfficeEvent(id: number): Promise<z.infer<typeof OfficeEventSchema>> {
    const event = await findEventRecord(db, id)
    if (!event) throw new Refused('not_found')
    const [facts, plan] = await Promise.all([findEventFacts(db, id), planOf(db, event)])
    return {
      event_id: id,
      state: event.status,
      version: event.version,
      event_name: event.name,
      event_description: event.description,
      event_date: ukDate(event.startsAt),
      start_time: `${ukTime(event.startsAt)}:00`,
      end_time: `${ukTime(event.endsAt)}:00`,
      session_duration: event.sessionMinutes,
      slot_plan: plan,
      price: event.pricePence,
      product_id: event.productId,
      product_name: facts.productName,
      product_price: facts.productPricePence,
      lab_id: event.labId,
      lab_name: facts.labName,
      requires_nhs_number: facts.requiresNhsNumber ?? false,
      payment_required: event.paymentRequired,
      is_private: event.isPrivate,
      has_access_code: event.accessCodeHash !== null,
      exclusive_for: event.exclusiveFor,
      contact_email: event.contactEmail,
      host_name: event.hostName,
      host_phone: event.hostPhone,
      address_line1: event.addressLine1,
      address_line2: event.addressLine2,
      city: event.city,
      county: event.state,
      postcode: event.postcode,
      country: event.country,
      latitude: event.latitude,
      longitude: event.longitude,
      total_spaces: event.totalPlaces,
      booked_spaces: facts.bookedPlaces,
      appointments: facts.booked,
      waiting: facts.waiting,
      cancelled_at: event.cancelledAt?.toISOString() ?? null,
    }
  }
}

function startAndId(after: Key | null): { startsAt: Date; id: number } | null {
  const [startsAt, id] = (after ?? []).map(Number)
  if (!Number.isSafeInteger(startsAt) || !Number.isSafeInteger(id)) return null
  return { startsAt: new Date(startsAt ?? 0), id: id ?? 0 }
}

function toRow(row: Awaited<ReturnType<typeof listOfficeEvents>>[number]) {
  return {
    event_id: row.id,
    event_name: row.name,
    event_date: ukDate(row.startsAt),
    start_time: `${ukTime(row.startsAt)}:00`,
    end_time: `${ukTime(row.endsAt)}:00`,
    starts_at: row.startsAt.toISOString(),
    city: row.city,
    postcode: row.postcode,
    state: row.status,
    is_private: row.isPrivate,
    total_spaces: row.totalPlaces,
    booked_spaces: row.bookedPlaces,
    appointments: row.booked,
    waiting: row.waiting,
  }
}

function toProduct(product: {
  id: number
  name: string
  pricePence: number
  emailTemplate: string | null
}) {
  const { id, name, pricePence, emailTemplate } = product
  return { product_id: id, name, price: pricePence, email_template: emailTemplate }
}

function toLab({
  id,
  name,
  requiresNhsNumber,
}: {
  id: number
  name: string
  requiresNhsNumber: boolean
}) {
  return { lab_id: id, name, requires_nhs_number: requiresNhsNumber }
}

/** Throws Refused invalid_request, whose field says what is wrong. */
function checkedTemplate(template: string | null | undefined): string | null | undefined {
  const why = whyNotTemplate(template ?? '')
  if (why !== null) throw invalid('email_template', why)
  return template === undefined ? undefined : template || null
}

function invalid(field: string, message: string): Refused {
  return new Refused('invalid_request', { fields: [{ field, message }] })
}
