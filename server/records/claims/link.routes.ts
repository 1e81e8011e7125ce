import type { FastifyRequest } from 'fastify'
import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { consumeAlone, returnAlone } from '../../platform/rate-limits/rate-limits.ts'
import { answerClaim, readClaimLink } from './answer-claim.ts'

/** For the contact of a claimed record. The key is in the body, so that it is in no URL. */
export function claimLinkRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/claim-link', async (request) => {
    return withinLimit(request, () => readClaimLink(deps, request.body.key))
  })

  serve(app, 'POST /api/claim-link/answer', async (request) => {
    return withinLimit(request, () => answerClaim(deps, request.body))
  })

  /** Throws Refused not_found, or too_many_requests after wrong keys. */
  async function withinLimit<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const attempt = ['claim links of an address', request.ip] as const
    await consumeAlone(deps, [attempt])
    const answer = await work()
    await returnAlone(deps, attempt)
    return answer
  }
}
