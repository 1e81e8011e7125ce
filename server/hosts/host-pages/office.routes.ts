import { ErrorSchema } from '../../../domain/contract.ts'
import {
  HostReleaseSchema,
  HostSettingsSchema,
  MadeHostLinkSchema,
  NewHostLinkSchema,
} from '../../../domain/office/host-links.ts'
import type { App, Deps } from '../../deps.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { endLink, makeHostLink, setRelease } from './host-link.ts'
import { readHostSettings } from './read-host-page.ts'

/** The private link of an event's host, and the day on which unclaimed places are released. */
export function hostPagesOfficeRoutes(app: App, deps: Deps): void {
  const settings = { 200: HostSettingsSchema, '4xx': ErrorSchema }

  app.get(
    '/api/office/events/:id/host-page',
    { ...permitted(deps, 'events.read'), schema: { params: IdInPath, response: settings } },
    (request) => readHostSettings(deps, publicId(request.params.id)),
  )

  app.put(
    '/api/office/events/:id/host-page',
    {
      ...permitted(deps, 'events.write'),
      schema: { params: IdInPath, body: HostReleaseSchema, response: settings },
    },
    async (request) => {
      const eventId = publicId(request.params.id)
      const { release_on: releaseOn } = request.body
      await setRelease(deps, { eventId, releaseOn }, staffOf(request))
      return readHostSettings(deps, eventId)
    },
  )

  app.post(
    '/api/office/events/:id/host-page/link',
    {
      ...permitted(deps, 'events.write'),
      schema: {
        params: IdInPath,
        body: NewHostLinkSchema,
        response: { 201: MadeHostLinkSchema, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const eventId = publicId(request.params.id)
      const made = await makeHostLink(deps, { ...request.body, eventId }, staffOf(request))
      return reply.code(201).send(made)
    },
  )

  app.delete(
    '/api/office/events/:id/host-page/link',
    { ...permitted(deps, 'events.write'), schema: { params: IdInPath, response: settings } },
    async (request) => {
      const eventId = publicId(request.params.id)
      await endLink(deps, eventId, staffOf(request))
      return readHostSettings(deps, eventId)
    },
  )
}
