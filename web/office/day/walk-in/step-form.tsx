import { type FormEvent, type ReactNode, useState } from 'react'
import { Button, Buttons } from '../../../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../../../ui/error-summary.tsx'
import { useErrorTitle } from '../../../ui/use-error-title.ts'
import { type Draft, type Situation, type Step, stepErrors } from './draft.ts'
import styles from './walk-in.module.css'

/** What every step is given. */
export type StepProps = {
  draft: Draft
  situation: Situation
  change: (changes: Partial<Draft>) => void
  onNext: () => void
  onBack: () => void
}

type Props = Pick<StepProps, 'draft' | 'situation' | 'onNext' | 'onBack'> & {
  step: Step
  title: string
  submit?: string
  back?: string
  isPending?: boolean
  children: (errorOf: (field: string) => string | undefined) => ReactNode
}

const NONE: readonly FieldError[] = []

/** Goes on when nothing is missing; an error goes as soon as it is mended. */
export function StepForm(props: Props) {
  const { step, draft, situation, onNext, onBack, title, children } = props
  const { submit = 'Continue', back = 'Back', isPending = false } = props
  const [shown, setShown] = useState(NONE)
  const now = stepErrors(step, draft, situation)
  const open = shown.filter(({ field, message }) =>
    now.some((one) => one.field === field && one.message === message),
  )
  useErrorTitle(open)

  function submitted(event: FormEvent) {
    event.preventDefault()
    setShown(now)
    if (now.length === 0) onNext()
  }
  return (
    <form className={styles.form} noValidate onSubmit={submitted}>
      <h2 tabIndex={-1}>{title}</h2>
      <ErrorSummary errors={open.length === 0 ? NONE : shown} />
      {children((field) => open.find((one) => one.field === field)?.message)}
      <Buttons>
        <Button type="submit" pending={isPending}>
          {submit}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {back}
        </Button>
      </Buttons>
    </form>
  )
}
