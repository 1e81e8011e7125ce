import { useNavigate } from 'react-router'
import type { ConsentForm as Answers } from '../../domain/consent.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ConsentForm } from './consent-form.tsx'
import styles from './consent-step.module.css'
import { DayBox } from './day-box.tsx'
import type { PlaceState } from './hold-manager.ts'
import { HoldNotice } from './hold-notice.tsx'
import { stepAddress } from './steps.ts'

type ConsentStepProps = {
  event: CharityEvent
  place: PlaceState
  answers: Answers
  onChange: (next: Answers) => void
  /** The next address when consent was given already; otherwise null. */
  onward: string | null
}

export function ConsentStep({ event, place, answers, onChange, onward }: ConsentStepProps) {
  const navigate = useNavigate()
  const timeAddress = stepAddress(event.event_id, 'time')
  return (
    <div className={styles.step}>
      <DayBox event={event} />
      <HoldNotice
        place={place}
        timeAddress={timeAddress}
        advice="Take your time with the questions."
      />
      {onward && (place.hold || place.isUnheld) && (
        <Notice icon="check-circle" title="You have given your consent">
          <p>You can continue to payment, or change your answers below if something was wrong.</p>
          <p>
            <ButtonLink to={onward}>Continue to payment</ButtonLink>
          </p>
        </Notice>
      )}
      <ConsentForm
        answers={answers}
        onChange={onChange}
        onConsent={async () => navigate(stepAddress(event.event_id, 'check'))}
        action="Check your answers"
        onBack={() => navigate(timeAddress)}
      />
    </div>
  )
}
