import * as z from 'zod/mini'
import {
  CONTACT_STOP_KINDS,
  ContactStopsSchema,
  NewStopSchema,
  RevocationSchema,
  StopPreviewSchema,
} from '../../office/contact-stops.ts'
import { endpoints } from '../endpoint.ts'

export const contactStopsOfficeEndpoints = endpoints({
  'GET /api/office/members/:id/contact-stops': {
    permission: 'members.stop_contact',
    response: { 200: ContactStopsSchema },
  },
  'GET /api/office/members/:id/contact-stops/preview': {
    permission: 'members.stop_contact',
    query: z.object({ kind: z.enum(CONTACT_STOP_KINDS) }),
    response: { 200: StopPreviewSchema },
  },
  'POST /api/office/members/:id/contact-stops': {
    permission: 'members.stop_contact',
    body: NewStopSchema,
    response: { 200: ContactStopsSchema },
  },
  'POST /api/office/members/:id/contact-stops/:stop/revocation': {
    permission: 'members.stop_contact',
    body: RevocationSchema,
    response: { 200: ContactStopsSchema },
  },
})
