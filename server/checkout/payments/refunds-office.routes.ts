import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { hasPermission } from '../../../domain/office/permissions.ts'
import type { App, Deps } from '../../deps.ts'
import { confirmRefund, refuseRefund } from '../../money/refunds/confirm-refund.ts'
import { endOwedRefund, paymentOfOwed } from '../../money/refunds/end-owed-refund.ts'
import { paymentOf, recordPaidByHand, retryRefund } from '../../money/refunds/mend-refund.ts'
import { requestRefund } from '../../money/refunds/refund-by-hand.ts'
import type { Tx } from '../../platform/db/database.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { publicId, uuidInPath } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { readPayment } from './read-payment.ts'

/** The refunds that the office makes, confirms and mends; each answers with the payment. */
export function refundsOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/office/payments/:id/refunds', async (request, reply) => {
    const staff = staffOf(request)
    const paymentId = uuidInPath(request.params.id)
    const mayExceed = hasPermission(staff.roles, 'refunds.beyond_policy')
    await once(request, (saveResponse) =>
      requestRefund(deps, { ...request.body, paymentId, staff, mayExceed, saveResponse }),
    )
    return reply.code(201).send(await readPayment(deps, { id: paymentId, staff }))
  })

  serve(app, 'POST /api/office/refund-requests/:id/confirmation', async (request) => {
    const staff = staffOf(request)
    const paymentId = await confirmRefund(deps, publicId(request.params.id), staff)
    return readPayment(deps, { id: paymentId, staff })
  })

  serve(app, 'POST /api/office/refund-requests/:id/refusal', async (request) => {
    const staff = staffOf(request)
    const refused = { id: publicId(request.params.id), ...request.body }
    return readPayment(deps, { id: await refuseRefund(deps, refused, staff), staff })
  })

  serve(app, 'POST /api/office/refunds/:id/retry', async (request) => {
    const staff = staffOf(request)
    const refundId = uuidInPath(request.params.id)
    await once(request, (saveResponse) => retryRefund(deps, { refundId, staff, saveResponse }))
    return readPayment(deps, { id: await paymentOf(deps, refundId), staff })
  })

  serve(app, 'POST /api/office/refunds/:id/by-hand', async (request) => {
    const staff = staffOf(request)
    const refundId = uuidInPath(request.params.id)
    const { note } = request.body
    await once(request, (saveResponse) =>
      recordPaidByHand(deps, { refundId, note, staff, saveResponse }),
    )
    return readPayment(deps, { id: await paymentOf(deps, refundId), staff })
  })

  serve(app, 'POST /api/office/owed-refunds/:id/outcome', async (request) => {
    const staff = staffOf(request)
    const id = publicId(request.params.id)
    const mayExceed = hasPermission(staff.roles, 'refunds.beyond_policy')
    await once(request, async (saveResponse) => {
      await endOwedRefund(deps, { id, end: request.body, staff, mayExceed, saveResponse })
    })
    return readPayment(deps, { id: await paymentOfOwed(deps, id), staff })
  })

  /** A repeat of the request does the work no second time. */
  async function once(
    request: FastifyRequest,
    work: (saveResponse: (tx: Tx) => Promise<unknown>) => Promise<void>,
  ): Promise<void> {
    const call = { request, caller: staffOf(request).userId, shape: z.object({}) }
    await withIdempotencyKey(deps, call, async (saveResponse) => {
      await work((tx) => saveResponse(tx, {}))
      return {}
    })
  }
}
