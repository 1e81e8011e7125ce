import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { changeableUntil } from '../../domain/change-text.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import { needsPayment } from '../../domain/events.ts'
import type { Slot } from '../../domain/slots.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import { Notice } from '../ui/notice.tsx'
import { RingUs } from './ring-to-change.tsx'

// Only paid events load the business-day rules.
const RefundExample = lazy(() =>
  import('./refund-example.tsx').catch(() => ({ default: withoutExample })),
)

type Props = { event: CharityEvent; slot: Slot | null; now: Date }

export function IfPlansChange({ event, slot, now }: Props) {
  const until = slot && changeableUntil(slot.startsAt, now)
  return (
    <Notice icon="calendar-x" title="If your plans change">
      <p>
        {!slot && 'You can change or cancel online until 48 hours before your time.'}
        {until && (
          <>
            You can change or cancel online until <b>{momentInWords(until)}</b>, 48 hours before.
          </>
        )}
        {slot && !until && (
          <>
            This time is less than 48 hours away, so you cannot change or cancel it online.{' '}
            <RingUs />
          </>
        )}{' '}
        {needsPayment(event) && (
          <>
            If you cancel within 14 days of paying, you get a full refund. After that, if you cancel
            more than 2 business days before your appointment, you get a refund minus the card
            processing charge. If you cancel later than that, there is no refund.{' '}
            <Suspense>
              <RefundExample slot={slot} now={now} />
            </Suspense>{' '}
          </>
        )}
        <Link to="/refund-policy">Refund policy</Link>
      </p>
    </Notice>
  )
}

/** Replaces the example when its chunk fails to load. */
function withoutExample(_: Pick<Props, 'slot' | 'now'>): ReactNode {
  return null
}
