import { TakenSchema } from '../../../domain/office/venue-payments.ts'
import type { App, Deps } from '../../deps.ts'
import { serve } from '../../platform/http/serve.ts'
import { doOnce, withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { recordVenuePayment, waivePayment } from './record-venue-payment.ts'
import { undoVenuePayment } from './undo-venue-payment.ts'

export function takingsOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/office/appointments/:id/takings', async (request, reply) => {
    const staff = staffOf(request)
    const appointmentId = publicId(request.params.id)
    const taken = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape: TakenSchema },
      async (saveResponse) => ({
        payment_id: await recordVenuePayment(deps, {
          appointmentId,
          staff,
          taking: request.body,
          saveResponse: (tx, payment_id) => saveResponse(tx, { payment_id }),
        }),
      }),
    )
    return reply.code(201).send(taken)
  })

  serve(app, 'POST /api/office/payments/:id/undo-taking', async (request) => {
    const staff = staffOf(request)
    const { id: paymentId } = request.params
    const { reason } = request.body
    return doOnce(deps, { request, caller: staff.userId }, (saveResponse) =>
      undoVenuePayment(deps, { paymentId, staff, reason, saveResponse }),
    )
  })

  serve(app, 'POST /api/office/appointments/:id/waiver', async (request) => {
    const staff = staffOf(request)
    const appointmentId = publicId(request.params.id)
    return doOnce(deps, { request, caller: staff.userId }, (saveResponse) =>
      waivePayment(deps, { appointmentId, staff, waiver: request.body, saveResponse }),
    )
  })
}
