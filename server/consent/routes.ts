import * as z from 'zod/mini'
import { ConsentSchema, ErrorSchema } from '../../domain/contract.ts'
import { answerOnce } from '../idempotency/answer-once.ts'
import { repeatableOf } from '../idempotency/repeatable.ts'
import { signedInMember } from '../members/signed-in-member.ts'
import type { App, Parts } from '../parts.ts'
import { needsSession } from '../session.ts'
import { giveConsent } from './give-consent.ts'

/** Consent to a test: medical, so the session must still be alive (design §5). */
export function consentRoutes(app: App, parts: Parts): void {
  app.post(
    '/api/medical/consent',
    {
      onRequest: needsSession(parts),
      schema: {
        body: ConsentSchema,
        response: { 201: Given, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const member = await signedInMember(parts, request)
      const asked = repeatableOf(request, member.userId, parts)
      const answer = await answerOnce(parts, { asked, shape: Given }, async (together) => {
        await giveConsent(parts, {
          member,
          form: request.body,
          together: (tx) => together(tx, GIVEN),
        })
        return GIVEN
      })
      return reply.code(201).header('cache-control', 'no-store').send(answer)
    },
  )
}

const Given = z.object({ status: z.literal('success') })
const GIVEN = { status: 'success' } as const
