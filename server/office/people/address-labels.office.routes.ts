import type { App, Deps } from '../../deps.ts'
import { sendPdf } from '../../platform/http/send-file.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { attendeeLabels, memberLabels } from './address-labels.ts'

export function addressLabelsOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/events/:id/address-labels', async (request, reply) => {
    const eventId = publicId(request.params.id)
    const { tab = 'booked' } = request.query
    const pdf = await attendeeLabels(deps, request, { eventId, tab })
    return sendPdf(reply, pdf, `address-labels-${eventId}`)
  })

  serve(app, 'GET /api/office/address-labels', async (request, reply) => {
    const { q: search = '', tab = 'all' } = request.query
    const pdf = await memberLabels(deps, request, { search, tab })
    return sendPdf(reply, pdf, 'address-labels')
  })
}
