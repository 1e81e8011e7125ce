import { ReceiptSentSchema } from '../../../domain/receipts.ts'
import type { App, Deps } from '../../deps.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import { sendPdf } from '../../platform/http/send-file.ts'
import { serve } from '../../platform/http/serve.ts'
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { uuidInPath } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { drawOwnReceipt, drawStaffReceipt, mailReceipt, ownReceipts } from './receipts.ts'

/** Receipts, for the member who paid and for the office. */
export function receiptRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/receipts', async (request) => {
    const { id } = await signedInMember(deps, request)
    return { receipts: await ownReceipts(deps, id) }
  })

  serve(app, 'GET /api/receipts/:id', async (request, reply) => {
    const { id: memberId } = await signedInMember(deps, request)
    const id = uuidInPath(request.params.id)
    return sendPdf(reply, await drawOwnReceipt(deps, { id, memberId }), `receipt-${id}`)
  })

  serve(app, 'GET /api/office/payments/:id/receipt', async (request, reply) => {
    const id = uuidInPath(request.params.id)
    const pdf = await drawStaffReceipt(deps, { id, staff: staffOf(request) })
    return sendPdf(reply, pdf, `receipt-${id}`)
  })

  serve(app, 'POST /api/office/payments/:id/receipt-mails', async (request, reply) => {
    const id = uuidInPath(request.params.id)
    const staff = staffOf(request)
    const sent = await withIdempotencyKey(
      deps,
      { request, caller: staff.userId, shape: ReceiptSentSchema },
      (saveResponse) => mailReceipt(deps, { id, staff, saveResponse }),
    )
    return reply.code(201).send(sent)
  })
}
