import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { GivenConsent } from '../../domain/consent-schemas.ts'
import { WITHDRAWAL_WORDS, withdrawalOutcome } from '../../domain/consent-withdrawal.ts'
import type { Appointment } from '../../domain/contract.ts'
import { refundIfCancelled } from '../../domain/refund-text.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import { send } from '../api.ts'
import { unlessOffline } from '../offline.ts'
import { reportClientError } from '../report-error.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { alert } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './portal.module.css'

const DONE = {
  nothing: 'Your consent has been withdrawn.',
  cancelled: 'Your consent has been withdrawn and your appointment has been cancelled.',
  'office told': 'Your consent has been withdrawn. We have told our office.',
} as const

type WithdrawConsentProps = {
  consent: GivenConsent
  /** The event's appointment that is booked and not over. */
  appointment: Appointment | null
  onWithdrawn: () => Promise<void>
  onKeep: () => void
}

export function WithdrawConsent(props: WithdrawConsentProps) {
  const { consent, appointment, onWithdrawn, onKeep } = props
  const [isPending, setPending] = useState(false)
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function withdraw() {
    setPending(true)
    try {
      const params = { id: consent.event_id }
      const answer = await send('POST /api/events/:id/consent-withdrawal', {
        params,
        idempotencyKey,
      })
      toast({ text: DONE[answer.appointment], tone: 'success' })
      await onWithdrawn()
    } catch (error) {
      reportClientError('Failed to withdraw a consent', error)
      await alert({
        title: 'That did not work',
        text: unlessOffline(
          'Your consent has not been withdrawn. Please try again in a moment, or call us.',
        ),
        tone: 'warn',
      })
      setPending(false)
    }
  }

  return (
    <section aria-labelledby="withdraw">
      <div className={styles.head}>
        <h2 id="withdraw" ref={heading} tabIndex={-1}>
          Withdraw your consent for {consent.event_name}?
        </h2>
      </div>
      <AboutAppointment consent={consent} appointment={appointment} />
      <h3 className={styles.subhead}>What it means</h3>
      <ul className={styles.notes}>
        {Object.entries(WITHDRAWAL_WORDS).map(([about, text]) => (
          <li key={about}>{text}</li>
        ))}
      </ul>
      <p className={styles.privacy}>
        <Link to="/refund-policy">Refund policy</Link>
      </p>
      <Buttons>
        <Button pending={isPending} onClick={withdraw}>
          {isPending ? 'Withdrawing...' : 'Yes, withdraw my consent'}
        </Button>
        <Button kind="quiet" onClick={onKeep}>
          No, keep it
        </Button>
      </Buttons>
    </section>
  )
}

function AboutAppointment({
  consent: { appointment_at },
  appointment,
}: Pick<WithdrawConsentProps, 'consent' | 'appointment'>) {
  if (appointment_at === null) return null
  const now = new Date()
  const startsAt = new Date(appointment_at)
  const follows = withdrawalOutcome({ startsAt }, now)
  const when = momentInWords(startsAt)
  if (follows === 'cancelled') {
    const money = appointment && refundIfCancelled(appointment, now)
    return (
      <Notice tone="warn" title="Your appointment will be cancelled" level={3}>
        <p>It is at {when}.</p>
        {money && <p>{money}</p>}
      </Notice>
    )
  }
  return startsAt > now ? (
    <Notice tone="warn" title="Your appointment stays in your list, without consent" level={3}>
      <p>It is at {when}, which is too soon to cancel online.</p>
    </Notice>
  ) : (
    <Notice title="Your appointment is over" level={3}>
      <p>
        It was at {when}. We will tell our office, who will ask the laboratory to stop if it still
        can.
      </p>
    </Notice>
  )
}
