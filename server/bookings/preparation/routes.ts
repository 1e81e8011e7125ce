import type { FastifyRequest } from 'fastify'
import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { consumeAlone, returnAlone } from '../../platform/rate-limits/rate-limits.ts'
import { answerCheck, cancelByCheck, moveByCheck } from './answer-check.ts'
import { openLink, readPreparation } from './preparation-link.ts'

/**
 * The check before an appointment, for anybody with its link. The key is in the body, so that it is
 * in no URL. Each answers what the link shows afterwards.
 */
export function preparationRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/preparation', async (request) => {
    const opened = await linkOf(request, request.body.key)
    return readPreparation(deps, opened)
  })

  serve(app, 'POST /api/preparation/answers', async (request) => {
    const { key, answers } = request.body
    await answerCheck(deps, await linkOf(request, key), answers)
    return readPreparation(deps, await openLink(deps, key))
  })

  serve(app, 'POST /api/preparation/move', async (request) => {
    const { key, ...time } = request.body
    await linkOf(request, key)
    await moveByCheck(deps, key, time)
    return readPreparation(deps, await openLink(deps, key))
  })

  serve(app, 'POST /api/preparation/cancel', async (request) => {
    const { key } = request.body
    await cancelByCheck(deps, await linkOf(request, key))
    return readPreparation(deps, await openLink(deps, key))
  })

  /** Throws Refused not_found, or too_many_requests after wrong keys. */
  async function linkOf(request: FastifyRequest, key: string) {
    const attempt = ['preparation links of an address', request.ip] as const
    await consumeAlone(deps, [attempt])
    const opened = await openLink(deps, key)
    await returnAlone(deps, attempt)
    return opened
  }
}
