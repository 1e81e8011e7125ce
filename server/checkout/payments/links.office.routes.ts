import { SentPaymentLinkSchema } from '../../../domain/office/payment-links.ts'
import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { sendLinkTo } from './send-link-to.ts'

export function paymentLinksOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/office/appointments/:id/payment-links', async (request, reply) => {
    const staff = staffOf(request)
    const { by } = request.body
    const appointmentId = publicId(request.params.id)
    const sent = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape: SentPaymentLinkSchema },
      async (saveResponse) => {
        const toAnswer = ({ to, until }: { to: string; until: Date }) => ({
          by,
          to,
          expires_at: until.toISOString(),
        })
        return toAnswer(
          await sendLinkTo(deps, {
            appointmentId,
            by,
            staff,
            also: async (tx, link) => saveResponse?.(tx, toAnswer(link)),
          }),
        )
      },
    )
    return reply.code(201).send(sent)
  })
}
