import type { ConsentForm } from '../../../../domain/consent.ts'
import { BeforeYouConsent } from '../../../booking/before-you-consent.tsx'
import { ConsentTicks } from '../../../booking/consent-ticks.tsx'
import { HealthQuestions } from '../../../booking/health-questions.tsx'
import { Button, Buttons, TextButton } from '../../../ui/button.tsx'
import { nameOf } from './draft.ts'
import { OpenPolicy } from './open-policy.tsx'
import { StepForm, type StepProps } from './step-form.tsx'
import styles from './walk-in.module.css'

/** An answer that is changed asks for the consent again. */
function answersOf({ draft: { answers }, change }: StepProps) {
  return {
    answers,
    onChange: (next: ConsentForm) =>
      change({ answers: { ...answers, ...next }, hasConsented: false }),
  }
}

export function QuestionsStep(props: StepProps) {
  return (
    <StepForm {...props} step="questions" title={`Hello ${nameOf(props.draft)}`}>
      {(errorOf) => (
        <>
          <p>Please read this and answer for yourself. Ask if something is not clear.</p>
          <BeforeYouConsent
            privacy={<OpenPolicy name="privacy-policy">privacy policy</OpenPolicy>}
          />
          <HealthQuestions {...answersOf(props)} errorOf={errorOf} />
        </>
      )}
    </StepForm>
  )
}

export function TicksStep({ onNo, ...props }: StepProps & { onNo: () => void }) {
  const { change, onNext } = props
  return (
    <StepForm
      {...props}
      step="consent"
      title="Do you want the test?"
      submit="I give my consent"
      onNext={() => {
        change({ hasConsented: true })
        onNext()
      }}
    >
      {(errorOf) => (
        <>
          <ConsentTicks
            {...answersOf(props)}
            errorOf={errorOf}
            terms={<OpenPolicy name="terms">Read the terms and conditions</OpenPolicy>}
          />
          <p>
            <TextButton onClick={onNo}>I do not want to, or cannot tick all of this</TextButton>
          </p>
        </>
      )}
    </StepForm>
  )
}

export function HandBackStep({ draft, onNext, onBack }: StepProps) {
  return (
    <section className={styles.hand} aria-labelledby="hand-back">
      <h2 id="hand-back" tabIndex={-1}>
        Thank you, {draft.person.first_name.trim()}. Please hand the tablet back
      </h2>
      <p>You can change your mind at any time before your blood is taken. Please tell us.</p>
      <Buttons>
        <Button onClick={onNext}>I have the tablet back</Button>
        <Button kind="quiet" onClick={onBack}>
          Back to my consent
        </Button>
      </Buttons>
    </section>
  )
}

export function NoConsent({ onBack, onEnd }: { onBack: () => void; onEnd: () => void }) {
  return (
    <section className={styles.hand} aria-labelledby="no-consent">
      <h2 id="no-consent" tabIndex={-1}>
        That is all right. Please hand the tablet back
      </h2>
      <p>
        You cannot be tested today unless you tick all the boxes. If you have known or suspected
        prostate cancer, your own clinic does your tests. If something worries you, see your GP now.
      </p>
      <Buttons>
        <Button onClick={onEnd}>End the registration</Button>
        <Button kind="quiet" onClick={onBack}>
          Back to my consent
        </Button>
      </Buttons>
    </section>
  )
}
