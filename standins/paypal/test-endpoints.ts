// Endpoints for tests that act as payer, bank or failing network.
import { z } from 'zod'
import type { Account } from './account.ts'
import { answerChallenge, approveByPayPal, approveWith } from './approvals.ts'
import { settleCapture } from './captures.ts'
import { jsonOf, type Reply, type Request } from './exchange.ts'
import { type Faults, FaultsSchema } from './faults.ts'
import type { Order, Refund } from './ledger.ts'
import { findOrder } from './orders.ts'
import { settleRefund } from './refunds.ts'
import { malformed } from './refusal.ts'
import { outcomeOf } from './test-cards.ts'
import { WebhookModeSchema, type Webhooks } from './webhooks.ts'

const RefundOutcomeSchema = z.object({
  /** Without it, of any capture. */
  captureId: z.string().optional(),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED']),
  times: z.number().int().min(1).default(1),
})
const ApproveSchema = z.object({
  orderId: z.string(),
  card: z
    .object({
      number: z.string(),
      name: z.string().optional(),
      expiry: z.string(),
      cvv: z.string(),
    })
    .optional(),
  /** A PayPal account; its trigger as the name of a test card. */
  payPal: z.object({ trigger: z.string().default('') }).optional(),
  challenge: z.enum(['pass', 'fail']).optional(),
})
const SettleSchema = z.union([
  z.object({ captureId: z.string(), status: z.enum(['COMPLETED', 'DECLINED']) }),
  z.object({ refundId: z.string(), status: z.enum(['COMPLETED', 'FAILED']) }),
])
const OtherEventSchema = z.looseObject({ id: z.string(), event_type: z.string() })
const DeliverSchema = z.object({ reverse: z.boolean().default(false) })

/**
 * `POST /__test/faults` {@link FaultsSchema} · `/__test/reset-faults` · `/__test/webhooks` {@link
 * WebhookModeSchema} · `/__test/webhooks/deliver` `{reverse?}` sends held events ·
 * `/__test/webhooks/send` `{id, event_type, ...}` sends any event, signed ·
 * `/__test/refund-outcome` `{status, times?, captureId?}` · `/__test/settle` `{captureId | refundId, status}`
 * · `/__test/approve` `{orderId, card?, payPal?: {trigger?}, challenge?: 'pass' | 'fail'}` ·
 * `GET /__test/ledger`.
 */
export function openTestEndpoints(deps: { account: Account; faults: Faults; webhooks: Webhooks }) {
  const { account, faults, webhooks } = deps
  let refundOutcomes: { captureId: string | undefined; status: Refund['status'] }[] = []

  return {
    refundOutcome(captureId: string): Refund['status'] {
      const next = refundOutcomes.find((one) => (one.captureId ?? captureId) === captureId)
      refundOutcomes = refundOutcomes.filter((one) => one !== next)
      return next?.status ?? 'COMPLETED'
    },
    async answer(request: Request): Promise<Reply | null> {
      if (!request.path.startsWith('/__test/')) return null
      // Other sites must not change state on this machine.
      if (request.header('origin') !== null) return { status: 403 }
      const body = await act(`${request.method} ${request.path}`, request)
      return body === undefined ? { status: 404 } : { status: 200, body }
    },
  }

  async function act(route: string, request: Request): Promise<unknown> {
    if (route === 'GET /__test/ledger') return ledgerBody(account)
    if (route === 'POST /__test/faults') return done(faults.set(sent(FaultsSchema, request)))
    if (route === 'POST /__test/reset-faults') {
      faults.reset()
      refundOutcomes = []
      return done(webhooks.setMode({ mode: 'normal' }))
    }
    if (route === 'POST /__test/webhooks')
      return done(webhooks.setMode(sent(WebhookModeSchema, request)))
    if (route === 'GET /__test/webhooks') return { held: webhooks.held() }
    if (route === 'POST /__test/webhooks/deliver')
      return { delivered: await webhooks.deliverHeld(sent(DeliverSchema, request).reverse) }
    if (route === 'POST /__test/webhooks/send')
      return { isHeard: await webhooks.sendOther(sent(OtherEventSchema, request)) }
    if (route === 'POST /__test/refund-outcome') {
      const { status, times, captureId } = sent(RefundOutcomeSchema, request)
      return done(
        refundOutcomes.push(...Array.from({ length: times }, () => ({ captureId, status }))),
      )
    }
    if (route === 'POST /__test/settle') {
      const settled = sent(SettleSchema, request)
      return 'captureId' in settled
        ? settleCapture(account, settled.captureId, settled.status)
        : settleRefund(account, settled.refundId, settled.status)
    }
    if (route === 'POST /__test/approve') return approve(sent(ApproveSchema, request))
    return undefined
  }

  function approve({ orderId, card, payPal, challenge }: z.infer<typeof ApproveSchema>) {
    let order: Order = findOrder(account, orderId)
    if (card) {
      const { number, name, expiry, cvv } = card
      const named = name === undefined ? {} : { name }
      order = approveWith(account, orderId, { number, expiry, security_code: cvv, ...named })
    }
    if (payPal) order = approveByPayPal(account, orderId, outcomeOf(payPal.trigger))
    if (challenge && order.status === 'PAYER_ACTION_REQUIRED')
      order = answerChallenge(account, orderId, challenge)
    return {
      id: order.id,
      status: order.status,
      liabilityShift: order.card?.authentication?.liabilityShift,
    }
  }
}

function ledgerBody({ ledger }: Account) {
  return {
    orders: [...ledger.orders.values()].map(({ id, status, unit, captureId, createdAt }) => ({
      id,
      status,
      pence: unit.pence,
      customId: unit.customId ?? null,
      invoiceId: unit.invoiceId ?? null,
      captureId,
      createdAt,
    })),
    captures: [...ledger.captures.values()].map((capture) => ({
      id: capture.id,
      orderId: capture.orderId,
      customId: capture.customId ?? null,
      invoiceId: capture.invoiceId ?? null,
      status: capture.status,
      pence: capture.pence,
      refundedPence: ledger
        .refundsOf(capture.id)
        .filter(({ status }) => status === 'COMPLETED')
        .reduce((sum, { pence }) => sum + pence, 0),
    })),
    refunds: [...ledger.refunds.values()].map(({ id, captureId, status, pence }) => ({
      id,
      captureId,
      status,
      pence,
    })),
  }
}

function sent<Shape>(schema: z.ZodType<Shape>, request: Request): Shape {
  const read = schema.safeParse(jsonOf(request) ?? {})
  if (!read.success) throw malformed(read.error)
  return read.data
}

function done(_result: unknown): { ok: true } {
  return { ok: true }
}
