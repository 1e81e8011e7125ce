import { MEDICATIONS, YES_NO_UNSURE } from '../../domain/choices.ts'
import { RadioGroup } from '../ui/choices.tsx'
import { WHICH_TEST } from './answers-in-words.ts'
import styles from './consent-form.module.css'
import { FathersSide, MothersSide } from './family-history.tsx'
import type { Questions } from './questions.ts'

export function HealthQuestions(questions: Questions) {
  const { answers, errorOf, onChange } = questions
  return (
    <section className={styles.part} aria-labelledby="your-health">
      <h2 id="your-health">Your health</h2>
      <RadioGroup
        name="numberOfPsaTest"
        label="Which PSA test will this be for you?"
        hint="Count tests from your GP and from other charities too."
        options={WHICH_TEST}
        value={answers.numberOfPsaTest ? String(answers.numberOfPsaTest) : ''}
        onChange={(value) => onChange({ numberOfPsaTest: Number(value) })}
        error={errorOf('numberOfPsaTest')}
      />
      <FathersSide {...questions} />
      <MothersSide {...questions} />
      <RadioGroup
        name="medicationHistory"
        label="Do you take, or have you taken, any of these medicines?"
        hint="They can reduce your PSA level by about half, so the clinician needs to know. Keep taking what you are prescribed."
        options={MEDICATIONS}
        value={answers.medicationHistory ?? ''}
        onChange={(value) => onChange({ medicationHistory: MEDICATIONS.find((m) => m === value) })}
        error={errorOf('medicationHistory')}
      />
      <RadioGroup
        name="recentInfection"
        label="Have you had a urine infection, or treatment for one, in the last 6 weeks?"
        hint="An infection can raise your PSA level for a while. If you get one later, tell us at the event."
        options={YES_NO_UNSURE}
        value={answers.recentInfection ?? ''}
        onChange={(value) => onChange({ recentInfection: YES_NO_UNSURE.find((a) => a === value) })}
        optional
      />
    </section>
  )
}
