import * as z from 'zod/mini'
import {
  CONTACT_STOP_KINDS,
  ContactStopsSchema,
  NewStopSchema,
  RevocationSchema,
  StopPreviewSchema,
} from '../../../domain/office/contact-stops.ts'
import type { App, Deps } from '../../deps.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { readStops } from './read-stops.ts'
import { previewStop, recordStop } from './record-stop.ts'
import { revokeStop } from './revoke-stop.ts'

/** That a member has died, or wants less contact: for the office and for clinicians. */
export function contactStopsOfficeRoutes(app: App, deps: Deps): void {
  const options = permitted(deps, 'members.stop_contact')
  const response = { 200: ContactStopsSchema }

  app.get(
    '/api/office/members/:id/contact-stops',
    { ...options, schema: { params: IdInPath, response } },
    (request) =>
      readStops(deps, { memberId: publicId(request.params.id), staff: staffOf(request) }),
  )

  app.get(
    '/api/office/members/:id/contact-stops/preview',
    {
      ...options,
      schema: {
        params: IdInPath,
        querystring: z.object({ kind: z.enum(CONTACT_STOP_KINDS) }),
        response: { 200: StopPreviewSchema },
      },
    },
    (request) =>
      previewStop(deps, {
        memberId: publicId(request.params.id),
        kind: request.query.kind,
        staff: staffOf(request),
      }),
  )

  app.post(
    '/api/office/members/:id/contact-stops',
    { ...options, schema: { params: IdInPath, body: NewStopSchema, response } },
    async (request) => {
      const asked = { memberId: publicId(request.params.id), staff: staffOf(request) }
      await recordStop(deps, { ...asked, ...request.body })
      return readStops(deps, asked)
    },
  )

  app.post(
    '/api/office/members/:id/contact-stops/:stop/revocation',
    {
      ...options,
      schema: {
        params: z.extend(IdInPath, { stop: z.string() }),
        body: RevocationSchema,
        response,
      },
    },
    async (request) => {
      const asked = { memberId: publicId(request.params.id), staff: staffOf(request) }
      const stopId = publicId(request.params.stop)
      await revokeStop(deps, { ...asked, ...request.body, stopId })
      return readStops(deps, asked)
    },
  )
}
