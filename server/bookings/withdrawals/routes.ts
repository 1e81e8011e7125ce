import type * as z from 'zod/mini'
import { isConsentValid } from '../../../domain/consent.ts'
import { WithdrawalSchema } from '../../../domain/consent-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import { listLatestConsents } from '../../facts/latest-consent.queries.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { withdrawConsent } from './withdraw-consent.ts'

export function withdrawalRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/medical/consents', async (request, reply) => {
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
  })

  serve(app, 'POST /api/events/:id/consent-withdrawal', async (request, reply) => {
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
  })
}

function answerOf(appointment: z.infer<typeof WithdrawalSchema>['appointment']) {
  return { status: 'success' as const, appointment }
}
