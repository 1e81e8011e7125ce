import { useState } from 'react'
import { FormProblem } from '../account/form-problem.tsx'
import { PasswordCheck } from '../account/password-check.tsx'
import type { SecondStep as Step } from '../second-step.ts'
import { SecondStepForm } from './second-step-form.tsx'
import { SetUpForm } from './set-up-form.tsx'
import styles from './two-step.module.css'

type Props = {
  step: Step
  /** Resolves to null, or to an error message. */
  onShown: () => Promise<string | null>
  onCancel: () => Promise<void>
}

export function SecondStep({ step, onShown, onCancel }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  if (step === 'code') return <SecondStepForm onShown={onShown} onCancel={onCancel} />
  return (
    <>
      <PasswordCheck />
      <h1>Set up two-step verification</h1>
      <p className={styles.intro}>
        Staff accounts must have this, because they can see other people’s details.
      </p>
      <SetUpForm level={2} onDone={async () => setProblem(await onShown())} onCancel={onCancel} />
      <FormProblem>{problem}</FormProblem>
    </>
  )
}
