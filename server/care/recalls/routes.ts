import * as z from 'zod/mini'
import { ErrorSchema } from '../../../domain/contract.ts'
import { RecallAnswerSchema, RecallSchema } from '../../../domain/recalls.ts'
import type { App, Deps } from '../../deps.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import { needsProvenOwner } from '../../platform/http/proven-owner.ts'
import { answerRecall } from './answer-recall.ts'
import { readRecall } from './read-recall.ts'

export function recallRoutes(app: App, deps: Deps): void {
  const onRequest = needsProvenOwner(deps)
  const response = { 200: z.object({ recall: z.nullable(RecallSchema) }), '4xx': ErrorSchema }

  app.get('/api/recall', { onRequest, schema: { response } }, async (request, reply) => {
    const member = await signedInMember(deps, request)
    const recall = await readRecall(deps, member)
    return reply.send({ recall })
  })

  app.put(
    '/api/recall',
    { onRequest, schema: { body: RecallAnswerSchema, response } },
    async (request, reply) => {
      const member = await signedInMember(deps, request)
      await answerRecall(deps, { member, answer: request.body.answer })
      const recall = await readRecall(deps, member)
      return reply.send({ recall })
    },
  )
}
