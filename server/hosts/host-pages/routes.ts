import type { FastifyRequest } from 'fastify'
import type { HostPage } from '../../../domain/host-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { consumeAlone, returnAlone } from '../../platform/rate-limits/rate-limits.ts'
import { drawPoster } from './draw-poster.ts'
import { readHostPage } from './read-host-page.ts'

/** The host's page, for anybody with its link. The key is in the body, so that it is in no URL. */
export function hostPagesRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/host', async (request, reply) => {
    const page = await pageOf(request)
    return reply.send(page)
  })

  serve(app, 'POST /api/host/poster', async (request, reply) => {
    const page = await pageOf(request)
    const { publicUrl } = deps.settings
    const { charity } = await deps.site.present()
    const pdf = await drawPoster(page, { publicUrl, charity, at: deps.now() })
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="poster-${page.event_id}.pdf"`)
      .send(pdf)
  })

  /** Throws Refused not_found, or too_many_requests after wrong keys. */
  async function pageOf(request: FastifyRequest<{ Body: { key: string } }>): Promise<HostPage> {
    const attempt = ['host links of an address', request.ip] as const
    await consumeAlone(deps, [attempt])
    const page = await readHostPage(deps, request.body.key)
    await returnAlone(deps, attempt)
    return page
  }
}
