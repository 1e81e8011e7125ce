import type { FastifyRequest } from 'fastify'
import { whyNotPayable } from '../../../domain/office/payment-links.ts'
import type { LinkAttempt } from '../../../domain/payment-links.ts'
import type { Payment } from '../../../domain/payment-schemas.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { findMember } from '../../members/members.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { idempotentRequestOf } from '../../platform/idempotency/idempotent-request.ts'
import { hashOfLinkKey } from '../../platform/keys/link-key.ts'
import { consumeAlone, returnAlone } from '../../platform/rate-limits/rate-limits.ts'
import { findPayable, findPaymentLink } from '../payment-links/payment-links.queries.ts'
import { capturePayment } from './capture-payment.ts'
import { toPayment } from './payment-response.ts'
import { findPaymentOfOrder } from './payments.queries.ts'
import { requestKeyOf } from './request-key.ts'
import { startLinkPayment } from './start-link-payment.ts'

/**
 * Card payments of anyone who has a payment link, signed in or not, by the same states as a member's
 * own. The key is in the body, so that it is in no URL.
 */
export function paymentLinkRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serve(app, 'POST /api/payments/link', async (request, reply) => {
    const { appointment, member, isOpen } = await linkOf(request, request.body.key)
    const event = await findEventDetails(db, appointment.eventId)
    if (!event) throw new Refused('not_found')
    const { paymentStatus, startsAt, duePence } = appointment
    const isPayable = isOpen && whyNotPayable(appointment, deps.now()) === null
    const isPaid = paymentStatus.startsWith('paid') || paymentStatus === 'waived'
    return reply.send({
      state: isPayable ? 'open' : isPaid ? 'paid' : 'over',
      first_name: member.firstName,
      event_name: event.event_name,
      date: ukDate(startsAt),
      time: ukTime(startsAt),
      amount_pence: duePence,
    })
  })

  serve(app, 'POST /api/payments/link/orders', async (request, reply) => {
    const { key, source = 'card' } = request.body
    const { appointment, isOpen, name } = await linkOf(request, key)
    if (!isOpen) throw new Refused('payment_over')
    await consumeAlone(deps, [['orders of a payment link', name]])
    const repeatable = idempotentRequestOf(request, name, deps)
    const requestKey = repeatable && requestKeyOf(repeatable)
    const { id, status } = await startLinkPayment(deps, { appointment, requestKey, source })
    return reply.code(201).send({ id, status, hold: null })
  })

  serve(app, 'POST /api/payments/link/payment', async (request, reply) => {
    const { key, order_id: orderId } = request.body
    const { appointment, member } = await linkOf(request, key)
    const payment = await findPaymentOfOrder(db, { orderId, memberId: member.id })
    if (payment?.forAppointmentId !== appointment.id) throw new Refused('not_found')
    const answer = await toPayment(db, payment, member)
    return reply.send({ payment: toAttempt(answer) })
  })

  serve(app, 'POST /api/payments/link/capture', async (request, reply) => {
    const { key, order_id: orderId } = request.body
    const { appointment, member } = await linkOf(request, key)
    const forAppointmentId = appointment.id
    const captured = await capturePayment(deps, { member, orderId, forAppointmentId })
    const payment = toAttempt(captured.payment)
    reply.code(captured.status)
    if (!captured.refusal) return reply.send({ payment })
    const { issue, description, debugId } = captured.refusal
    const { message: error, reason: code } = new Refused('payment_refused')
    const details = [{ issue, description }]
    return reply.send({ error, code, details, debug_id: debugId, payment })
  })

  /**
   * The appointment and member of this key. `isOpen`: it has neither ended nor been replaced, so
   * that a payment may begin. Throws Refused not_found, or too_many_requests after wrong keys.
   */
  async function linkOf(request: FastifyRequest, key: string) {
    const attempt = ['payment links of an address', request.ip] as const
    await consumeAlone(deps, [attempt])
    const keyHash = hashOfLinkKey(key)
    const link = await findPaymentLink(db, keyHash)
    const appointment = link && (await findPayable(db, link.appointmentId))
    const member = appointment && (await findMember(db, appointment.memberId))
    if (!link || !appointment || !member) throw new Refused('not_found')
    await returnAlone(deps, attempt)
    const isOpen = link.closedAt === null && link.expiresAt > deps.now()
    return { appointment, member, isOpen, name: `payment link ${keyHash.toString('hex')}` }
  }
}

function toAttempt({ order_id, state, amount_pence, source }: Payment): LinkAttempt {
  return { order_id, state, amount_pence, source }
}
