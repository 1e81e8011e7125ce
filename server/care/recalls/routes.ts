import type { App, Deps } from '../../deps.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import { serve } from '../../platform/http/serve.ts'
import { answerRecall } from './answer-recall.ts'
import { readRecall } from './read-recall.ts'

export function recallRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/recall', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const recall = await readRecall(deps, member)
    return reply.send({ recall })
  })

  serve(app, 'PUT /api/recall', async (request, reply) => {
    const member = await signedInMember(deps, request)
    await answerRecall(deps, { member, answer: request.body.answer })
    const recall = await readRecall(deps, member)
    return reply.send({ recall })
  })
}
