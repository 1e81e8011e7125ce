import { randomUUID } from 'node:crypto'
import { whyNotPayable } from '../../../domain/office/payment-links.ts'
import type { PaymentSource } from '../../../domain/payment-source.ts'
import { paymentDescription } from '../../../domain/payments.ts'
import { newReference } from '../../bookings/reference.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { lockMember } from '../../members/members.queries.ts'
import type { ProviderOrder } from '../../money/paypal/provider-schemas.ts'
import { databaseFault } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { type LinkedAppointment, lockPayable } from '../payment-links/payment-links.queries.ts'
import {
  expireOpenAttempts,
  findLastAttempt,
  findPaymentOfRequest,
  insertPayment,
  saveOrder,
  saveSource,
} from './payments.queries.ts'
import { checkSource, createOrder, type Ordered, type StartDeps } from './start-payment.ts'

/**
 * Starts a card payment for a booked appointment; the sum is what is due for it. Earlier uncaptured
 * attempts expire; a repeated `requestKey` returns the same order. Throws Refused not_booked,
 * nothing_to_pay, payment_under_way, payment_over, payment_refused or payments_away.
 */
export async function startLinkPayment(deps: StartDeps, attempt: Attempt): Promise<ProviderOrder> {
  checkSource(deps, attempt.source)
  const payment = await storeAttempt(deps, attempt)
  const order = await createOrder(deps, payment, attempt.source)
  await saveOrder(deps.database.db, { id: payment.id, orderId: order.id, now: deps.now() })
  return order
}

type Attempt = {
  appointment: LinkedAppointment
  requestKey: string | null
  source: PaymentSource
}

async function storeAttempt(
  { database, now: clock }: StartDeps,
  { appointment, requestKey, source }: Attempt,
): Promise<Ordered> {
  const now = clock()
  const { id: appointmentId, memberId } = appointment
  const stored = database.transaction(async (tx) => {
    await lockMember(tx, memberId)
    const payable = await lockPayable(tx, appointmentId)
    const event = payable && (await findEventDetails(tx, payable.eventId))
    if (!payable || !event) throw new Refused('not_found')
    const repeated = requestKey && (await findPaymentOfRequest(tx, requestKey))
    if (repeated && repeated.state !== 'created') throw new Refused('payment_over')
    if (repeated) return repeated
    const reason = whyNotPayable(payable, now)
    if (reason) throw new Refused(reason)
    const { eventId, startsAt: slotStartsAt, duePence: amountPence } = payable
    const filter = { memberId, eventId, now }
    const lastAttempt = await findLastAttempt(tx, filter)
    await expireOpenAttempts(tx, filter)
    const id = randomUUID()
    const isShared = lastAttempt?.captureId === null
    const payment = {
      ...filter,
      id,
      slotStartsAt,
      consentId: null,
      holdId: null,
      forAppointmentId: appointmentId,
      amountPence,
      // The appointment has its own already.
      hostSharePence: 0,
      description: paymentDescription(event),
      invoiceId: isShared ? lastAttempt.invoiceId : `${newReference()}-${id.slice(0, 8)}`,
      createRequestId: requestKey ?? `${id}-create`,
      captureRequestId: `${id}-capture`,
    }
    await insertPayment(tx, payment)
    await saveSource(tx, id, source)
    return payment
  })
  return stored.catch((error: unknown) => {
    if (databaseFault(error)?.constraint !== 'one_open_payment_per_member_and_event') throw error
    throw new Refused('payment_under_way')
  })
}
