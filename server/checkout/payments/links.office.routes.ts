import { ErrorSchema } from '../../../domain/contract.ts'
import {
  NewPaymentLinkSchema,
  SentPaymentLinkSchema,
} from '../../../domain/office/payment-links.ts'
import { findAppointment } from '../../bookings/appointments.queries.ts'
import { findMemberOfAppointment } from '../../bookings/on-behalf.queries.ts'
import { logAccess } from '../../bookings/on-behalf.ts'
import type { App, Deps } from '../../deps.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { IdInPath, publicId } from '../../platform/public-id.ts'
import { permitted, staffOf } from '../../staff/guard.ts'
import { sendPaymentLink } from '../payment-links/send-payment-link.ts'

const shape = SentPaymentLinkSchema

export function paymentLinksOfficeRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/office/appointments/:id/payment-links',
    {
      ...permitted(deps, 'appointments.write'),
      schema: {
        params: IdInPath,
        body: NewPaymentLinkSchema,
        response: { 201: shape, '4xx': ErrorSchema },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const { by } = request.body
      const appointmentId = publicId(request.params.id)
      const { db } = deps.database
      const member = await findMemberOfAppointment(db, appointmentId)
      const booked =
        member && (await findAppointment(db, { id: appointmentId, memberId: member.id }))
      if (!booked) throw new Refused('not_found')
      const { reference, event } = booked
      const asked = { appointmentId, reference, event, member, by, staff }
      const sent = await withIdempotencyKey(
        deps,
        { request, caller: staff.userId, shape },
        (saveResponse) =>
          commit(deps, async (tx) => {
            await logAccess(tx, { staff, memberId: member.id, now: deps.now() })
            const { to, until } = await sendPaymentLink(tx, deps, asked)
            const answer = { by, to, expires_at: until.toISOString() }
            await saveResponse?.(tx, answer)
            return answer
          }),
      )
      return reply.code(201).send(sent)
    },
  )
}
