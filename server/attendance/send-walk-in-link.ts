import type { EventDetails } from '../../domain/contract.ts'
import { type LinkWay, whyNotPayable } from '../../domain/office/payment-links.ts'
import { ukMobile } from '../../domain/office/sms.ts'
import type { WalkIn } from '../../domain/office/walk-in-shapes.ts'
import type { Tx } from '../db/database.ts'
import { findPayable } from '../payment-links/payment-links.queries.ts'
import { sendPaymentLink } from '../payment-links/send-payment-link.ts'
import { consume } from '../rate-limits/rate-limits.ts'
import type { Staff } from '../staff/guard.ts'
import type { AttendanceDeps } from './day-context.ts'

/** Sends a payment link by e-mail, else by SMS. False when nothing can be paid, neither works, or it would be too many. */
export async function sendWalkInLink(
  tx: Tx,
  deps: AttendanceDeps,
  {
    appointmentId,
    reference,
    form,
    event,
    staff,
  }: {
    appointmentId: number
    reference: string
    form: WalkIn
    event: EventDetails
    staff: Staff
  },
): Promise<boolean> {
  const by = linkWay(form, deps.settings)
  const payable = await findPayable(tx, appointmentId)
  if (!by || !payable || whyNotPayable(payable, deps.now()) !== null) return false
  const to = by === 'mail' ? form.email : ukMobile(form.phone ?? '')
  const isWithin =
    (await consume(tx, deps, 'payment links of a person', staff.userId)) !== null &&
    (await consume(tx, deps, 'payment links to', `${to}`.toLowerCase())) !== null
  if (!isWithin) return false
  const member = { firstName: form.first_name }
  await sendPaymentLink(tx, deps, { appointmentId, reference, member, event, by, staff })
  return true
}

function linkWay(
  { email, phone }: WalkIn,
  { sendsSms }: AttendanceDeps['settings'],
): LinkWay | null {
  if (email) return 'mail'
  return sendsSms && ukMobile(phone ?? '') !== null ? 'sms' : null
}
