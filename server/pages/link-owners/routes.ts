import { ErrorSchema } from '../../../domain/contract.ts'
import { KeyedLinkSchema, LinkOwnerSchema } from '../../../domain/keyed-link-shapes.ts'
import type { App, Deps } from '../../deps.ts'
import { Refused } from '../../platform/http/refused.ts'
import { consumeAlone, returnAlone } from '../../platform/rate-limits/rate-limits.ts'
import { findLinkOwner } from './find-owner.ts'

/** Whom a link opens, for its page to show before anything is done. The key is in the body. */
export function linkOwnerRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/link-owner',
    { schema: { body: KeyedLinkSchema, response: { 200: LinkOwnerSchema, '4xx': ErrorSchema } } },
    async (request, reply) => {
      const attempt = ['link owners of an address', request.ip] as const
      await consumeAlone(deps, [attempt])
      const owner = await findLinkOwner(deps, request.body)
      if (owner === null) throw new Refused('not_found')
      await returnAlone(deps, attempt)
      return reply.send({ owner })
    },
  )
}
