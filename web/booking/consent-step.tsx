import { useNavigate } from 'react-router'
import type { ConsentForm as Answers } from '../../domain/consent.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import { refusalSentence } from '../../domain/refusals.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ConsentForm } from './consent-form.tsx'
import styles from './consent-step.module.css'
import { DayBox } from './day-box.tsx'
import { HoldBar } from './hold-bar.tsx'
import type { PlaceState } from './hold-manager.ts'
import { stepAddress } from './steps.ts'

type ConsentStepProps = {
  event: CharityEvent
  place: PlaceState
  answers: Answers
  onChange: (next: Answers) => void
  onConsent: () => Promise<void>
  /** The next address when consent was given already; otherwise null. */
  onward: string | null
  isPaid: boolean
}

export function ConsentStep(props: ConsentStepProps) {
  const { event, place, answers, onChange, onConsent, onward, isPaid } = props
  const navigate = useNavigate()
  const timeAddress = stepAddress(event.event_id, 'time')
  return (
    <div className={styles.step}>
      <DayBox event={event} />
      {place.isUnheld ? (
        <Notice icon="clock">
          <p>{place.chosen} is not kept while you answer. It is yours once it is booked.</p>
        </Notice>
      ) : (
        place.hold && <HoldBar hold={place.hold} advice="Take your time with the questions." />
      )}
      <div role="alert" className={styles.alert}>
        {place.isOver && (
          <Notice tone="warn" icon="clock">
            <p>{refusalSentence('hold_over')}</p>
            <p>Your answers below are kept.</p>
            <ButtonLink to={timeAddress}>Choose again</ButtonLink>
          </Notice>
        )}
      </div>
      {onward && (place.hold || place.isUnheld) && (
        <Notice icon="check-circle" title="You have given your consent">
          <p>You can go on to payment, or answer again below if something was not right.</p>
          <p>
            <ButtonLink to={onward}>Go on to payment</ButtonLink>
          </p>
        </Notice>
      )}
      <ConsentForm
        answers={answers}
        onChange={onChange}
        onConsent={onConsent}
        action={isPaid ? 'Give consent and go to payment' : 'Give consent and book'}
        onBack={() => navigate(timeAddress)}
      />
    </div>
  )
}
