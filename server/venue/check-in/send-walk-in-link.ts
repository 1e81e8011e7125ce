import type { EventDetails } from '../../../domain/contract.ts'
import { type LinkWay, whyNotPayable } from '../../../domain/office/payment-links.ts'
import { ukMobile } from '../../../domain/office/sms.ts'
import type { WalkIn } from '../../../domain/office/walk-in-schemas.ts'
import { findPayable } from '../../checkout/payment-links/payment-links.queries.ts'
import { sendPaymentLink } from '../../checkout/payment-links/send-payment-link.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import type { AttendanceDeps } from './day-context.ts'

/** Refusals of the limits, after which nothing was written. */
const TOO_MANY: readonly Refused['reason'][] = ['too_many_links', 'too_many_requests']

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
  const member = { firstName: form.first_name }
  try {
    await sendPaymentLink(tx, deps, { appointmentId, reference, member, event, by, staff })
    return true
  } catch (error) {
    if (error instanceof Refused && TOO_MANY.includes(error.reason)) return false
    throw error
  }
}

function linkWay(
  { email, phone }: WalkIn,
  { sendsSms }: AttendanceDeps['settings'],
): LinkWay | null {
  if (email) return 'mail'
  return sendsSms && ukMobile(phone ?? '') !== null ? 'sms' : null
}
