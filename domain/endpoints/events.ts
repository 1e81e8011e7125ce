import * as z from 'zod/mini'
import {
  AccessCodeSchema,
  ErrorSchema,
  EventFiltersSchema,
  EventListSchema,
  EventOnMapSchema,
  EventSchema,
  EventsQuerySchema,
  NearbyQuerySchema,
  NearbySchema,
  SlotsSchema,
} from '../contract.ts'
import { endpoints, SUCCESS } from './endpoint.ts'

export const eventsEndpoints = endpoints({
  'GET /api/events': {
    session: 'none',
    query: EventsQuerySchema,
    response: { 200: EventListSchema },
    refusals: { 400: ErrorSchema },
  },
  'GET /api/events/near': {
    session: 'none',
    query: NearbyQuerySchema,
    response: { 200: NearbySchema },
    refusals: { 400: ErrorSchema },
  },
  'GET /api/events/map': {
    session: 'none',
    query: EventFiltersSchema,
    response: { 200: z.object({ events: z.array(EventOnMapSchema) }) },
    refusals: { 400: ErrorSchema },
  },
  'GET /api/events/:id': {
    session: 'none',
    /** `offer_hours`: how long a free place is offered to the first on the waiting list. */
    response: { 200: z.object({ event: EventSchema, offer_hours: z.int() }) },
    refusals: { 404: ErrorSchema },
  },
  'GET /api/events/:id/slots': { session: 'optional', response: { 200: SlotsSchema } },
  'POST /api/events/:id/check-access-code': {
    session: 'optional',
    body: AccessCodeSchema,
    response: SUCCESS,
  },
})
