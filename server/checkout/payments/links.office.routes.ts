import { SentPaymentLinkSchema } from '../../../domain/office/payment-links.ts'
import { findAppointment } from '../../bookings/appointments.queries.ts'
import { findMemberOfAppointment } from '../../bookings/on-behalf.queries.ts'
import { logAccess } from '../../bookings/on-behalf.ts'
import type { App, Deps } from '../../deps.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { sendPaymentLink } from '../payment-links/send-payment-link.ts'

export function paymentLinksOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/office/appointments/:id/payment-links', async (request, reply) => {
    const staff = staffOf(request)
    const { by } = request.body
    const appointmentId = publicId(request.params.id)
    const { db } = deps.database
    const member = await findMemberOfAppointment(db, appointmentId)
    const booked = member && (await findAppointment(db, { id: appointmentId, memberId: member.id }))
    if (!booked) throw new Refused('not_found')
    const { reference, event } = booked
    const link = { appointmentId, reference, event, member, by, staff }
    const sent = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape: SentPaymentLinkSchema },
      (saveResponse) =>
        commit(deps, async (tx) => {
          await logAccess(tx, { staff, memberId: member.id, now: deps.now() })
          const { to, until } = await sendPaymentLink(tx, deps, link)
          const answer = { by, to, expires_at: until.toISOString() }
          await saveResponse?.(tx, answer)
          return answer
        }),
    )
    return reply.code(201).send(sent)
  })
}
