import type { TransactionRecord } from '../../../domain/payment-schemas.ts'
import { eventInDescription } from '../../../domain/payments.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import { findHeldSlot } from '../../bookings/places.queries.ts'
import type { App, Deps } from '../../deps.ts'
import { visitorHashOf } from '../../events/visitor.ts'
import { signedInMember } from '../../members/signed-in-member.ts'
import { insertTransaction } from '../../money/ledger/ledger.queries.ts'
import { ProviderUnavailable } from '../../money/paypal/provider-errors.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { idempotentRequestOf } from '../../platform/idempotency/idempotent-request.ts'
import { capturePayment } from './capture-payment.ts'
import { isKnownEvent, NotificationSchema } from './notification-schema.ts'
import { toPayment } from './payment-response.ts'
import { findPaymentOfOrder, listPaymentsUnderWay } from './payments.queries.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { createRefusedWebhooks } from './refused-webhooks.ts'
import { requestKeyOf } from './request-key.ts'
import { startPayment } from './start-payment.ts'

/** Card payments of the signed-in member, and the provider's webhook. */
export function paymentsRoutes(app: App, deps: Deps): void {
  serve(app, 'POST /api/payments/orders', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const { cart, booking, source = 'card' } = request.body
    const held = booking
      ? null
      : await findHeldSlot(deps.database.db, { memberId: member.id, now: deps.now() })
    const eventId = booking?.eventId ?? eventInDescription(cart[0]?.description ?? '')
    if (eventId === null) throw new Refused('invalid_request')
    // The specification's cart names only the event; the time is that of the member's hold.
    const time =
      booking?.appointmentStartTime ?? (held?.eventId === eventId ? ukTime(held.startsAt) : null)
    if (time === null) throw new Refused('hold_over')
    const repeatable = idempotentRequestOf(request, member.userId, deps)
    const requestKey = repeatable && requestKeyOf(repeatable)
    const visitorHash = visitorHashOf(request, deps)
    const { eventDate: date, pricePence } = booking ?? {}
    const { order, hold } = await startPayment(deps, {
      request: { userId: member.userId, eventId, time, date, pricePence, visitorHash },
      requestKey,
      source,
      address: request.ip,
    })
    return reply.code(201).send({ ...order, hold })
  })

  serve(app, 'GET /api/payments/under-way', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const rows = await listPaymentsUnderWay(deps.database.db, member.id)
    const underWay = rows.map(({ slotStartsAt, ...row }) => ({
      order_id: row.orderId,
      amount_pence: row.amountPence,
      event_id: row.eventId,
      event_name: row.eventName,
      date: ukDate(slotStartsAt),
      slot: ukTime(slotStartsAt),
    }))
    return reply.send({ payments: underWay })
  })

  serve(app, 'GET /api/payments/orders/:id', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const filter = { orderId: orderIdOf(request.params.id), memberId: member.id }
    const payment = await findPaymentOfOrder(deps.database.db, filter)
    if (!payment) throw new Refused('not_found')
    const answer = await toPayment(deps.database.db, payment, member)
    return reply.send({ payment: answer })
  })

  serve(app, 'POST /api/payments/orders/:id/capture', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const orderId = orderIdOf(request.params.id)
    const captured = await capturePayment(deps, { member, orderId })
    const { status, order, payment, refusal } = captured
    reply.code(status)
    if (!refusal) return reply.send({ ...order, payment })
    const { issue, description, debugId } = refusal
    const { message: error, reason: code } = new Refused('payment_refused')
    const details = [{ issue, description }]
    return reply.send({ error, code, details, debug_id: debugId, payment })
  })

  serve(app, 'POST /api/payments/transactions', async (request, reply) => {
    const member = await signedInMember(deps, request)
    const record = storedRecord(request.body.data)
    const filter = { orderId: orderIdOf(record.payment_reference), memberId: member.id }
    const payment = await findPaymentOfOrder(deps.database.db, filter)
    if (!payment) throw new Refused('not_found')
    // The browser's report is stored beside the provider's and decides nothing.
    await insertTransaction(deps.database.db, {
      memberId: member.id,
      paymentId: payment.id,
      reportedBy: 'browser',
      record,
      at: deps.now(),
    })
    return reply.send({ status: 'success' })
  })

  // The signature covers the raw bytes, so this route keeps the body as text.
  const refused = createRefusedWebhooks(deps)
  app.register(async (webhooks) => {
    webhooks.removeContentTypeParser('application/json')
    webhooks.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    serve(
      webhooks,
      'POST /api/payments/webhook',
      { calledBy: 'webhook' },
      async (request, reply) => {
        if (refused.isOver(request.ip)) throw new Refused('too_many_requests')
        const notification = NotificationSchema.safeParse(parseJson(request.body))
        if (!notification.success) {
          refused.add(request.ip)
          throw new Refused('invalid_request')
        }
        const isAuthentic = await deps.paypal
          .isAuthentic(request.headers, String(request.body))
          .catch((error: unknown) => {
            // Answer 503 so that the provider retries.
            if (error instanceof ProviderUnavailable) throw new Refused('payments_away')
            throw error
          })
        if (!isAuthentic) {
          refused.add(request.ip)
          throw new Refused('not_from_provider')
        }
        // Of another type nothing would follow; answered, so that the provider does not repeat it.
        if (isKnownEvent(notification.data)) await receiveWebhook(deps, notification.data)
        return reply.code(200).send({ status: 'success' })
      },
    )
  })
}

/** The order id; throws Refused not_found for text that cannot be one. */
function orderIdOf(text: string): string {
  if (!/^\w{1,60}$/.test(text)) throw new Refused('not_found')
  return text
}

/** The browser's record as plain text, without the card's holder, expiry and bank. */
function storedRecord(record: TransactionRecord): TransactionRecord {
  const values = Object.entries(record)
  const plain = values.map(([name, value]) => [
    name,
    typeof value === 'string' ? plainText(value) : value,
  ])
  const neverStored = { payer_name: null, card_expiry: null, issuing_bank: null }
  return { ...record, ...Object.fromEntries(plain), ...neverStored }
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return null
  }
}
