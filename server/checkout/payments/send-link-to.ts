import { toAskPence } from '../../../domain/money-of.ts'
import type { LinkWay } from '../../../domain/office/payment-links.ts'
import { findAppointment } from '../../bookings/appointments.queries.ts'
import { findMemberOfAppointment } from '../../bookings/on-behalf.queries.ts'
import { logAccess } from '../../bookings/on-behalf.ts'
import type { Deps } from '../../deps.ts'
import { isConsentWithdrawn } from '../../facts/latest-consent.queries.ts'
import { findMoney } from '../../money/refunds/money-records.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { sendPaymentLink } from '../payment-links/send-payment-link.ts'

type Sent = { to: string; until: Date }

/**
 * Sends the member of an appointment a payment link for staff, in a transaction of its own. Throws
 * Refused not_found or as sendPaymentLink does; a reminder also consent_withdrawn, or
 * payment_under_way while a card payment is being checked.
 */
export async function sendLinkTo(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'>,
  {
    appointmentId,
    by,
    staff,
    isReminder = false,
    also,
  }: {
    appointmentId: number
    by: LinkWay
    staff: Staff
    isReminder?: boolean
    also?: (tx: Tx, sent: Sent) => Promise<unknown>
  },
): Promise<Sent> {
  const { db } = deps.database
  const member = await findMemberOfAppointment(db, appointmentId)
  const booked = member && (await findAppointment(db, { id: appointmentId, memberId: member.id }))
  if (!booked) throw new Refused('not_found')
  const { reference, event } = booked
  return commit(deps, async (tx) => {
    await logAccess(tx, { staff, memberId: member.id, now: deps.now() })
    const sent = await sendPaymentLink(tx, deps, {
      appointmentId,
      reference,
      event,
      member,
      by,
      staff,
    })
    // After the appointment is locked, so that neither changes any more.
    if (isReminder)
      await checkReminder(tx, { appointmentId, memberId: member.id, eventId: event.event_id })
    await also?.(tx, sent)
    return sent
  })
}

async function checkReminder(
  tx: Tx,
  { appointmentId, ...ids }: { appointmentId: number; memberId: number; eventId: number },
): Promise<void> {
  if (await isConsentWithdrawn(tx, ids)) throw new Refused('consent_withdrawn')
  if (toAskPence(await findMoney(tx, appointmentId)) === 0) throw new Refused('payment_under_way')
}
