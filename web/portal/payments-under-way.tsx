import { pounds } from '../../domain/money.ts'
import type { PaymentUnderWay } from '../../domain/payment-schemas.ts'
import { longDate } from '../../domain/uk-time.ts'
import { DayLeaf } from '../booking/day-box.tsx'
import { Badge } from '../ui/badge.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { PortalSection } from './portal-section.tsx'
import record from './record.module.css'
import { RecordHead } from './record.tsx'
import styles from './upcoming-events.module.css'

/** `payments` is null when unavailable. */
export function PaymentsUnderWay({ payments }: { payments: PaymentUnderWay[] | null }) {
  if (!payments || payments.length === 0) return null
  return (
    <PortalSection title="Payments being checked">
      <ul className={record.list}>
        {payments.map((payment) => (
          <li key={payment.event_id} className={styles.appointment}>
            <RecordHead
              level={3}
              title={payment.event_name}
              leaf={<DayLeaf date={payment.date} />}
              under={`${payment.slot} on ${longDate(payment.date)}`}
              badges={<Badge icon="clock">Not booked yet</Badge>}
            />
            <p>
              Our card payment provider is checking your payment of {pounds(payment.amount_pence)}.
              We are holding your place in the meantime. Please do not pay again. We will email you
              as soon as we know.
            </p>
            <Facts>
              <Fact term="Payment reference">{payment.order_id}</Fact>
            </Facts>
          </li>
        ))}
      </ul>
    </PortalSection>
  )
}
