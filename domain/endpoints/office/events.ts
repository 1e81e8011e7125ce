import * as z from 'zod/mini'
import {
  EventChoicesSchema,
  EventListQuerySchema,
  EventMonthSchema,
  monthText,
} from '../../office/event-months.ts'
import {
  BookingStateSchema,
  CopiesSchema,
  DraftVersionSchema,
  EventChangeSchema,
  EventHistorySchema,
  EventMoneySchema,
  EventPeopleSchema,
  EventPersonSchema,
  EventRowSchema,
  LabChangeSchema,
  LabSchema,
  MailPreviewSchema,
  MapTilesSchema,
  NewAccessCodeSchema,
  NewEventSchema,
  NewLabSchema,
  NewProductSchema,
  OfficeEventSchema,
  ProductChangeSchema,
  ProductSchema,
  PublicationRequestSchema,
  PublishedTogetherSchema,
  ReadinessSchema,
  SeriesChangeSchema,
  SeriesOutcomeSchema,
  SeriesRowSchema,
  SlotPlanOfDaySchema,
  SlotPreviewSchema,
  TemplateSchema,
} from '../../office/event-schemas.ts'
import {
  MailTextChangeSchema,
  MailTextInPath,
  MailTextSchema,
  TypedTextSchema,
} from '../../office/mail-text-schemas.ts'
import { endpoints, NOTHING, officeList } from '../endpoint.ts'

export const eventsOfficeEndpoints = endpoints({
  'GET /api/office/labs': {
    permission: 'events.read',
    response: { 200: z.object({ data: z.array(LabSchema) }) },
  },
  'POST /api/office/labs': {
    permission: 'events.write',
    body: NewLabSchema,
    response: { 201: LabSchema },
  },
  'PUT /api/office/labs/:id': {
    permission: 'events.write',
    body: LabChangeSchema,
    response: { 200: LabSchema },
  },
  'GET /api/office/mail-texts': {
    permission: 'events.write',
    response: { 200: z.object({ data: z.array(MailTextSchema) }) },
  },
  'PUT /api/office/mail-texts/:kind': {
    permission: 'events.write',
    params: MailTextInPath,
    body: MailTextChangeSchema,
    response: { 200: MailTextSchema },
  },
  'POST /api/office/mail-texts/:kind/preview': {
    permission: 'events.write',
    params: MailTextInPath,
    body: TypedTextSchema,
    response: { 200: MailPreviewSchema },
  },
  'POST /api/office/mail-texts/:kind/test-mail': {
    permission: 'events.write',
    params: MailTextInPath,
    body: TypedTextSchema,
    response: NOTHING,
  },
  'GET /api/office/events': {
    ...officeList('events.read', EventRowSchema),
    query: EventListQuerySchema,
  },
  'GET /api/office/event-choices': {
    permission: 'events.read',
    response: { 200: EventChoicesSchema },
  },
  'GET /api/office/event-months/:month': {
    permission: 'events.read',
    params: z.object({ month: monthText }),
    response: { 200: EventMonthSchema },
  },
  'POST /api/office/events': {
    permission: 'events.write',
    body: NewEventSchema,
    response: { 201: OfficeEventSchema },
  },
  'GET /api/office/map-tiles': { permission: 'events.read', response: { 200: MapTilesSchema } },
  'POST /api/office/slot-preview': {
    permission: 'events.read',
    body: SlotPlanOfDaySchema,
    response: { 200: SlotPreviewSchema },
  },
  'GET /api/office/events/:id': { permission: 'events.read', response: { 200: OfficeEventSchema } },
  'GET /api/office/events/:id/history': {
    permission: 'events.read',
    response: { 200: z.object({ data: z.array(EventHistorySchema) }) },
  },
  'GET /api/office/events/:id/money': {
    permission: 'payments.read',
    response: { 200: EventMoneySchema },
  },
  'GET /api/office/events/:id/people': {
    permission: 'events.read',
    response: { 200: z.object({ data: z.array(EventPersonSchema) }) },
  },
  'PUT /api/office/events/:id/people': {
    permission: 'events.assign',
    body: EventPeopleSchema,
    response: { 200: z.object({ data: z.array(EventPersonSchema) }) },
  },
  'GET /api/office/events/:id/preview': { permission: 'events.read', response: {} },
  'PUT /api/office/events/:id': {
    permission: 'events.write',
    body: EventChangeSchema,
    response: { 200: OfficeEventSchema },
  },
  'PUT /api/office/events/:id/access-code': {
    permission: 'events.write',
    body: NewAccessCodeSchema,
    response: { 200: OfficeEventSchema },
  },
  'GET /api/office/events/:id/readiness': {
    permission: 'events.write',
    response: { 200: ReadinessSchema },
  },
  'POST /api/office/events/:id/publish': {
    permission: 'events.write',
    body: PublicationRequestSchema,
    response: { 200: OfficeEventSchema },
  },
  'POST /api/office/events/publish': {
    permission: 'events.write',
    body: PublishedTogetherSchema,
    response: { 200: z.object({ published: z.int() }) },
  },
  'GET /api/office/events/:id/series': {
    permission: 'events.read',
    response: { 200: z.object({ data: z.array(SeriesRowSchema) }) },
  },
  'POST /api/office/events/:id/series': {
    permission: 'events.write',
    body: SeriesChangeSchema,
    response: { 200: z.object({ data: z.array(SeriesOutcomeSchema) }) },
  },
  'POST /api/office/events/:id/unpublish': {
    permission: 'events.write',
    response: { 200: OfficeEventSchema },
  },
  'PUT /api/office/events/:id/booking': {
    permission: 'events.write',
    body: BookingStateSchema,
    response: { 200: OfficeEventSchema },
  },
  'POST /api/office/events/:id/discard': {
    permission: 'events.write',
    body: DraftVersionSchema,
    response: NOTHING,
  },
  'POST /api/office/events/:id/copies': {
    permission: 'events.write',
    body: CopiesSchema,
    response: { 201: z.object({ event_ids: z.array(z.int()) }) },
  },
  'GET /api/office/products': {
    permission: 'events.read',
    response: { 200: z.object({ data: z.array(ProductSchema) }) },
  },
  'POST /api/office/products': {
    permission: 'events.write',
    body: NewProductSchema,
    response: { 201: ProductSchema },
  },
  'POST /api/office/products/preview': {
    permission: 'events.write',
    body: TemplateSchema,
    response: { 200: MailPreviewSchema },
  },
  'POST /api/office/products/test-mail': {
    permission: 'events.write',
    body: TemplateSchema,
    response: NOTHING,
  },
  'PUT /api/office/products/:id': {
    permission: 'events.write',
    body: ProductChangeSchema,
    response: { 200: ProductSchema },
  },
})
