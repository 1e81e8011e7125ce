import type { ConsentForm } from '../../../../domain/consent.ts'
import { BeforeYouConsent } from '../../../booking/before-you-consent.tsx'
import { ConsentTicks } from '../../../booking/consent-ticks.tsx'
import { HealthQuestions } from '../../../booking/health-questions.tsx'
import { Button, Buttons, TextButton } from '../../../ui/button.tsx'
import { type Draft, nameOf, needsIn } from './draft.ts'
import { OpenPolicy } from './open-policy.tsx'
import { StepForm, type StepProps } from './step-form.tsx'
import styles from './walk-in.module.css'

export function HandOverStep({ draft, onNext, onBack }: StepProps) {
  return (
    <section className={styles.hand} aria-labelledby="hand-over">
      <h2 id="hand-over" tabIndex={-1}>
        Please hand the tablet to {nameOf(draft)}
      </h2>
      <p>
        {readsInWords(draft)} Give them time. Only {tickerOf(draft)} may tick the boxes.
      </p>
      <p>Nobody else should see their answers.</p>
      <Buttons>
        <Button onClick={onNext}>They have the tablet</Button>
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
      </Buttons>
    </section>
  )
}

function readsInWords({ help, person }: Draft): string {
  const what = 'what the test can and cannot tell, and the questions about health'
  if (help.part === 'attorney' || help.part === 'deputy')
    return `${help.name.trim()} reads ${what}, and decides for them.`
  if (needsIn(person).includes('interpreter'))
    return `${help.interpreter_name.trim()} reads out in ${help.interpreter_language.trim()} ${what}. The member answers, and gives the consent.`
  if (help.part !== '')
    return `The member reads ${what}, or ${help.name.trim()} reads it out. The member decides.`
  return `They read ${what}, and give their consent themselves. You can read it out.`
}

function tickerOf({ help }: Draft): string {
  return help.part === '' ? 'the member' : `the member, or ${help.name.trim()} for them,`
}

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
        You cannot be tested today unless you tick all the boxes. If you have prostate cancer, or
        may have it, your own clinic does your tests. If something worries you, see your GP now.
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
