import type { EventDetails } from '../../../domain/contract.ts'
import { type LinkWay, linkEnd, whyNotPayable } from '../../../domain/office/payment-links.ts'
import { ukMobile } from '../../../domain/office/sms.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import type { Deps } from '../../deps.ts'
import { hasDied } from '../../members/reach.queries.ts'
import { paymentRequested } from '../../messages/mails/payment-requested.ts'
import { paymentAskedBySms } from '../../messages/sms/payment-requested.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { hashOfLinkKey, makeLinkKey } from '../../platform/keys/link-key.ts'
import { consume, consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import type { Staff } from '../../staff/guard.ts'
import { findWaysToReach, lockPayable, replacePaymentLink } from './payment-links.queries.ts'

type Params = {
  appointmentId: number
  reference: string
  member: { firstName: string }
  event: EventDetails
  by: LinkWay
  staff: Staff
}

type LinkDeps = Pick<Deps, 'now' | 'jobs' | 'settings' | 'fieldKeys'>

/**
 * Sends the member a new link to pay for the appointment; an earlier one stops working. Throws
 * Refused not_booked, nothing_to_pay, appointment_started, or why that way cannot be used: no_email,
 * no_mobile, mobile_not_confirmed, no_sms; too_many_links to that address or number in a day, or
 * too_many_requests by that person in an hour. Nothing is written then.
 */
export async function sendPaymentLink(
  tx: Tx,
  deps: LinkDeps,
  { appointmentId, reference, member, event, by, staff }: Params,
): Promise<{ to: string; until: Date }> {
  const now = deps.now()
  const { publicUrl, sendsSms } = deps.settings
  const payable = await lockPayable(tx, appointmentId)
  if (!payable) throw new Refused('not_found')
  if (await hasDied(tx, payable.memberId)) throw new Refused('has_died')
  const reason = whyNotPayable(payable, now)
  if (reason) throw new Refused(reason === 'payment_over' ? 'appointment_started' : reason)
  const reached = await findWaysToReach(tx, payable.memberId)
  const to = by === 'mail' ? reached?.email : reached && provenMobile(reached)
  if (by === 'sms' && !sendsSms) throw new Refused('no_sms')
  if (!to) throw new Refused(by === 'mail' ? 'no_email' : whyNoMobile(reached))
  await countLink(tx, deps, { staff, to })

  const { startsAt, duePence: pence } = payable
  const until = linkEnd(payable, now)
  const key = makeLinkKey()
  const keyHash = hashOfLinkKey(key)
  await replacePaymentLink(tx, {
    keyHash,
    appointmentId,
    sentBy: by,
    createdAt: now,
    expiresAt: until,
  })
  await insertAudit(
    tx,
    { by: staff, memberId: payable.memberId, subject: `appointment ${appointmentId}`, at: now },
    'payment link sent',
    { by, until: until.toISOString(), pence },
  )
  const link = `${publicUrl}/checkout#pay=${key}`
  const details = { reference, startsAt, pence, until, link }
  if (by === 'mail')
    await deps.jobs.enqueue(tx, 'mail', paymentRequested({ to, member, event, ...details }))
  else await deps.jobs.enqueue(tx, 'sms', paymentAskedBySms({ phone: to, ...details }))
  return { to, until }
}

function whyNoMobile(reached: { phone: string } | null): 'no_mobile' | 'mobile_not_confirmed' {
  return ukMobile(reached?.phone ?? '') === null ? 'no_mobile' : 'mobile_not_confirmed'
}

/** The same limits at the door and in the office. */
async function countLink(
  tx: Tx,
  deps: LinkDeps,
  { staff, to }: { staff: Staff; to: string },
): Promise<void> {
  await consumeOrThrow(tx, deps, 'payment links of a person', staff.userId)
  if ((await consume(tx, deps, 'payment links to', to.toLowerCase())) === null)
    throw new Refused('too_many_links')
}
