import * as z from 'zod/mini'
import { isConsentValid } from '../../../domain/consent.ts'
import { GivenConsentSchema, WithdrawalSchema } from '../../../domain/consent-shapes.ts'
import { ErrorSchema } from '../../../domain/contract.ts'
import type { App, Deps } from '../../deps.ts'
import { listLatestConsents } from '../../facts/latest-consent.queries.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import { needsSession } from '../../platform/http/session.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { withdrawConsent } from './withdraw-consent.ts'

export function withdrawalRoutes(app: App, deps: Deps): void {
  const onRequest = needsSession(deps)

  app.get(
    '/api/medical/consents',
    {
      onRequest,
      schema: {
        response: { 200: z.object({ consents: z.array(GivenConsentSchema) }), '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const member = await signedInMember(deps, request)
      const now = deps.now()
      const given = await listLatestConsents(deps.database.db, member.id)
      const consents = given.map((consent) => ({
        event_id: consent.eventId,
        event_name: consent.eventName,
        test_date: consent.testDate,
        given_at: consent.givenAt.toISOString(),
        gp_sharing: consent.gpSharing,
        withdrawn_at: consent.withdrawnAt?.toISOString() ?? null,
        counts: isConsentValid({ ...consent, isWithdrawn: consent.withdrawnAt !== null }, now),
        appointment_at: consent.appointmentAt?.toISOString() ?? null,
      }))
      return reply.send({ consents })
    },
  )

  app.post(
    '/api/events/:id/consent-withdrawal',
    {
      onRequest,
      schema: { params: IdInPath, response: { 200: WithdrawalSchema, '4xx': ErrorSchema } },
    },
    async (request, reply) => {
      const member = await signedInMember(deps, request)
      const eventId = publicId(request.params.id)
      const withdrawal = await withIdempotencyKey(
        deps,
        { request, caller: member.userId, shape: WithdrawalSchema },
        async (saveResponse) =>
          answerOf(
            await withdrawConsent(deps, {
              member,
              eventId,
              by: { actorUserId: member.userId, channel: 'website', takenBy: null },
              saveResponse: (tx, appointment) => saveResponse(tx, answerOf(appointment)),
            }),
          ),
      )
      return reply.send(withdrawal)
    },
  )
}

function answerOf(appointment: z.infer<typeof WithdrawalSchema>['appointment']) {
  return { status: 'success' as const, appointment }
}
