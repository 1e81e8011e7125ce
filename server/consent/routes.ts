import * as z from 'zod/mini'
import { ConsentSchema, ErrorSchema } from '../../domain/contract.ts'
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
        response: { 201: z.object({ status: z.literal('success') }), '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const member = await signedInMember(parts, request)
      await giveConsent(parts, { member, form: request.body })
      return reply.code(201).header('cache-control', 'no-store').send({ status: 'success' })
    },
  )
}
