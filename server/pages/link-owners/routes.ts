import type { App, Deps } from '../../deps.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { consumeAlone, returnAlone } from '../../platform/rate-limits/rate-limits.ts'
import { findLinkOwner } from './find-owner.ts'

/** Whom a link opens, for its page to show before anything is done. The key is in the body. */
export function linkOwnerRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/link-owner', async (request, reply) => {
    const attempt = ['link owners of an address', request.ip] as const
    await consumeAlone(deps, [attempt])
    const owner = await findLinkOwner(deps, request.body)
    if (owner === null) throw new Refused('not_found')
    await returnAlone(deps, attempt)
    return reply.send({ owner })
  })
}
