import type { Appointment } from '../../domain/contract.ts'
import { Badge } from '../ui/badge.tsx'

/**
 * In what state an appointment is and how it is paid (spec §2, §4); `isOver` when its time has
 * passed, `hasResult` when its result is ready.
 */
export function AppointmentBadges({
  appointment: { status, payment_status },
  isOver = false,
  hasResult = false,
  hasNoConsent = false,
}: {
  appointment: Pick<Appointment, 'status' | 'payment_status'>
  isOver?: boolean
  hasResult?: boolean
  /** The member has withdrawn the consent for it. */
  hasNoConsent?: boolean
}) {
  return (
    <>
      {status === 'cancelled' && <Badge icon="prohibit">Cancelled</Badge>}
      {hasResult && <Badge tone="good">Result ready</Badge>}
      {status === 'booked' && isOver && !hasResult && <Badge icon="clock">Past</Badge>}
      {status === 'booked' && !isOver && <Badge tone="good">Booked</Badge>}
      {hasNoConsent && <Badge tone="warn">No consent</Badge>}
      {payment_status === 'not paid' ? (
        <Badge tone="warn">Not paid</Badge>
      ) : (
        <Badge tone="good">{`${payment_status[0]?.toUpperCase()}${payment_status.slice(1)}`}</Badge>
      )}
    </>
  )
}
