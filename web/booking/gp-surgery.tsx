import { TextField } from '../ui/field.tsx'
import styles from './consent-form.module.css'
import type { Questions } from './questions.ts'

export function GpSurgery({ answers, errorOf, onChange }: Questions) {
  return (
    <fieldset className={styles.followUp} aria-label="Your GP surgery">
      <TextField
        name="gpSurgeryName"
        label="Name of your GP surgery"
        maxLength={120}
        autoComplete="off"
        value={answers.gpSurgeryName ?? ''}
        error={errorOf('gpSurgeryName')}
        onChange={({ target }) => onChange({ gpSurgeryName: target.value })}
      />
      <TextField
        name="gpSurgeryTown"
        label="Town of your GP surgery"
        maxLength={80}
        autoComplete="off"
        width={20}
        value={answers.gpSurgeryTown ?? ''}
        error={errorOf('gpSurgeryTown')}
        onChange={({ target }) => onChange({ gpSurgeryTown: target.value })}
      />
      <TextField
        name="gpSurgeryEmail"
        label="Email of your GP surgery"
        hint="Optional. It is often on letters from the surgery."
        optional
        type="email"
        inputMode="email"
        maxLength={254}
        autoComplete="off"
        value={answers.gpSurgeryEmail ?? ''}
        error={errorOf('gpSurgeryEmail')}
        onChange={({ target }) => onChange({ gpSurgeryEmail: target.value })}
      />
    </fieldset>
  )
}
