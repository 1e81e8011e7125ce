import { type ComponentProps, useState } from 'react'
import styles from './field.module.css'
import { FieldNotes, type FieldText, noteIds } from './field.tsx'
import { dateOf, partsOf, type Typed } from './typed-date.ts'

type DateOfBirthFieldProps = FieldText & {
  /** 'YYYY-MM-DD', or '' for none. */
  defaultValue?: string | undefined
  /** '' when all boxes are empty. The date may be impossible ('1965-13-40'). */
  onChange?: ((date: string) => void) | undefined
  onFocus?: ComponentProps<'fieldset'>['onFocus']
  onClick?: ComponentProps<'fieldset'>['onClick']
}

const PARTS = [
  { part: 'day', label: 'Day', autoComplete: 'bday-day', width: 2 },
  { part: 'month', label: 'Month', autoComplete: 'bday-month', width: 2 },
  { part: 'year', label: 'Year', autoComplete: 'bday-year', width: 4 },
] as const

/** A hidden input of the field's name has the whole date. */
export function DateOfBirthField(props: DateOfBirthFieldProps) {
  const { name, label, hint, error, optional, defaultValue, onChange, ...handlers } = props
  const [typed, setTyped] = useState(() => partsOf(defaultValue ?? ''))
  const id = props.id ?? name
  function type(part: keyof Typed, value: string) {
    const next = { ...typed, [part]: value }
    setTyped(next)
    onChange?.(dateOf(next))
  }
  return (
    <fieldset
      {...handlers}
      className={styles.field}
      data-error={error ? true : undefined}
      aria-describedby={noteIds(id, { hint, error })}
    >
      <legend className={styles.label}>
        {label}
        {optional && ' (optional)'}
      </legend>
      <FieldNotes id={id} hint={hint} error={error} />
      <input type="hidden" name={name} value={dateOf(typed)} />
      <div className={styles.date}>
        {PARTS.map(({ part, label, autoComplete, width }) => (
          <div key={part}>
            <label htmlFor={idOf(id, part)}>{label}</label>
            <input
              id={idOf(id, part)}
              className={styles.box}
              data-width={width}
              type="text"
              inputMode="numeric"
              autoComplete={autoComplete}
              required={!optional}
              aria-invalid={error ? true : undefined}
              value={typed[part]}
              onChange={(event) => type(part, event.target.value)}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

/** The error summary links to the day. */
const idOf = (id: string, part: keyof Typed) => (part === 'day' ? id : `${id}-${part}`)
