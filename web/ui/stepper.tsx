import styles from './stepper.module.css'

type StepperProps = {
  steps: readonly string[]
  /** Index of the current step, from 0; those before it are done. */
  current: number
}

export function Stepper({ steps, current }: StepperProps) {
  return (
    <ol className={styles.stepper} aria-label="Steps" data-booking="">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          <span className={styles.number}>{index + 1}</span>
          <span className={styles.words}>
            {step}
            {index < current && <span className="visually-hidden"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
