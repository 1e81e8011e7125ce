import {
  HostReleaseSchema,
  HostSettingsSchema,
  MadeHostLinkSchema,
  NewHostLinkSchema,
} from '../../office/host-links.ts'
import { endpoints } from '../endpoint.ts'

export const hostPagesOfficeEndpoints = endpoints({
  'GET /api/office/events/:id/host-page': {
    permission: 'events.read',
    response: { 200: HostSettingsSchema },
  },
  'PUT /api/office/events/:id/host-page': {
    permission: 'events.write',
    body: HostReleaseSchema,
    response: { 200: HostSettingsSchema },
  },
  'POST /api/office/events/:id/host-page/link': {
    permission: 'events.write',
    body: NewHostLinkSchema,
    response: { 201: MadeHostLinkSchema },
  },
  'DELETE /api/office/events/:id/host-page/link': {
    permission: 'events.write',
    response: { 200: HostSettingsSchema },
  },
})
