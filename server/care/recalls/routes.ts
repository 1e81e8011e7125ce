import type { App, Deps } from '../../deps.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { answerRecall } from './answer-recall.ts'
import { readComing, readRecall } from './read-recall.ts'

export function recallRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/recall', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const recall = await readRecall(deps, member)
    const { after, from } = request.query
    if (after === undefined || from === undefined || recall) return reply.send({ recall })
    const coming = await readComing(deps, member, { resultId: publicId(after), from })
    return reply.send({ recall, coming })
  })

  serve(app, 'PUT /api/recall', async (request, reply) => {
    const member = await signedInMember(deps, request)
    await answerRecall(deps, { member, answer: request.body.answer })
    const recall = await readRecall(deps, member)
    return reply.send({ recall })
  })
}
