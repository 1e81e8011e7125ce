import type { Appointment } from '../../domain/contract.ts'
import { duePence, paymentInWords } from '../../domain/how-to-pay.ts'
import { Badge } from '../ui/badge.tsx'

export function AppointmentBadges({
  appointment,
  isOver = false,
  hasResult = false,
  hasNoConsent = false,
}: {
  appointment: Pick<Appointment, 'status' | 'payment_status' | 'price_pence' | 'money'>
  isOver?: boolean
  hasResult?: boolean
  hasNoConsent?: boolean
}) {
  const { status, payment_status } = appointment
  const payment = paymentInWords(appointment, isOver)
  const isDue = payment_status === 'not paid' || (payment !== null && duePence(appointment) > 0)
  return (
    <>
      {status === 'cancelled' && <Badge icon="prohibit">Cancelled</Badge>}
      {hasResult && <Badge tone="good">Result ready</Badge>}
      {status === 'booked' && isOver && !hasResult && <Badge icon="clock">Past</Badge>}
      {status === 'booked' && !isOver && <Badge tone="good">Booked</Badge>}
      {hasNoConsent && <Badge tone="warn">No consent</Badge>}
      {payment && <Badge tone={isDue ? 'warn' : 'good'}>{payment}</Badge>}
    </>
  )
}
