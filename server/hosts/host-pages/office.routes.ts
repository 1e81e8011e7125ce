import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { endLink, makeHostLink, setRelease } from './host-link.ts'
import { readHostSettings } from './read-host-page.ts'

/** The private link of an event's host, and the day on which unclaimed places are released. */
export function hostPagesOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/events/:id/host-page', (request) =>
    readHostSettings(deps, publicId(request.params.id)),
  )

  serve(app, 'PUT /api/office/events/:id/host-page', async (request) => {
    const eventId = publicId(request.params.id)
    const { release_on: releaseOn } = request.body
    await setRelease(deps, { eventId, releaseOn }, staffOf(request))
    return readHostSettings(deps, eventId)
  })

  serve(app, 'POST /api/office/events/:id/host-page/link', async (request, reply) => {
    const eventId = publicId(request.params.id)
    const made = await makeHostLink(deps, { ...request.body, eventId }, staffOf(request))
    return reply.code(201).send(made)
  })

  serve(app, 'DELETE /api/office/events/:id/host-page/link', async (request) => {
    const eventId = publicId(request.params.id)
    await endLink(deps, eventId, staffOf(request))
    return readHostSettings(deps, eventId)
  })
}
