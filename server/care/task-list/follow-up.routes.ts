import type { FastifyRequest } from 'fastify'
import type { FollowUp } from '../../../domain/follow-up-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { consumeAlone, returnAlone } from '../../platform/rate-limits/rate-limits.ts'
import { answerFollowUp, openFollowUp } from './answer-follow-up.ts'

/**
 * The question after a result, for anybody with its link. The key is in the body, so that it is in no
 * URL. Each answers what the link shows afterwards.
 */
export function followUpRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/follow-up', async (request) => {
    const opened = await linkOf(request, request.body.key)
    return toFollowUp(opened)
  })

  serve(app, 'POST /api/follow-up/answer', async (request) => {
    const { key, ...answer } = request.body
    await answerFollowUp(deps, await linkOf(request, key), answer)
    return toFollowUp(await openFollowUp(deps, key))
  })

  /** Throws Refused not_found, or too_many_requests after wrong keys. */
  async function linkOf(request: FastifyRequest, key: string) {
    const attempt = ['follow-up links of an address', request.ip] as const
    await consumeAlone(deps, [attempt])
    const opened = await openFollowUp(deps, key)
    await returnAlone(deps, attempt)
    return opened
  }
}

function toFollowUp({ state, member }: Awaited<ReturnType<typeof openFollowUp>>): FollowUp {
  return { state, first_name: member.firstName }
}
