import type { ComponentProps, ReactNode } from 'react'
import styles from './choices.module.css'
import fieldStyles from './field.module.css'
import { FieldNotes, type FieldWords, type Option, optionOf } from './field.tsx'

type GroupProps = FieldWords & {
  options: readonly Option[]
  /** Side by side: for two or three short options only. */
  inline?: boolean | undefined
}

type RadioGroupProps = GroupProps & {
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((value: string) => void) | undefined
}

/** One of a few; none is chosen beforehand. The first radio has the field's id. */
export function RadioGroup(props: RadioGroupProps) {
  const { options, inline, value, defaultValue, onChange, ...words } = props
  return (
    <Group {...words} inline={inline}>
      {options.map(optionOf).map((option, index) => (
        <Choice
          key={option.value}
          type="radio"
          id={choiceId(words, index)}
          name={words.name}
          value={option.value}
          required={!words.optional}
          checked={value === undefined ? undefined : value === option.value}
          defaultChecked={value === undefined ? defaultValue === option.value : undefined}
          onChange={() => onChange?.(option.value)}
        >
          {option.label}
        </Choice>
      ))}
    </Group>
  )
}

type CheckboxGroupProps = GroupProps & {
  value?: readonly string[] | undefined
  defaultValue?: readonly string[] | undefined
  onChange?: ((values: string[]) => void) | undefined
}

/** Any of a few. `onChange` is told all ticked values in the order of the options. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { options, inline, value, defaultValue, onChange, ...words } = props
  const all = options.map(optionOf)
  const toggle = (toggled: string) =>
    all.map((o) => o.value).filter((v) => (v === toggled) !== (value?.includes(v) ?? false))
  return (
    <Group {...words} inline={inline}>
      {all.map((option, index) => (
        <Choice
          key={option.value}
          type="checkbox"
          id={choiceId(words, index)}
          name={words.name}
          value={option.value}
          checked={value?.includes(option.value)}
          defaultChecked={value === undefined ? defaultValue?.includes(option.value) : undefined}
          onChange={() => onChange?.(toggle(option.value))}
        >
          {option.label}
        </Choice>
      ))}
    </Group>
  )
}

type CheckboxProps = Omit<FieldWords, 'label'> & {
  children: ReactNode
  checked?: boolean | undefined
  defaultChecked?: boolean | undefined
  onChange?: ((checked: boolean) => void) | undefined
}

/** One tick with its sentence. */
export function Checkbox(props: CheckboxProps) {
  const { name, children, hint, error, optional, onChange, ...ticked } = props
  const id = props.id ?? name
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={fieldStyles.field} data-error={error ? true : undefined}>
      <FieldNotes id={id} hint={hint} error={error} />
      <Choice
        {...ticked}
        type="checkbox"
        id={id}
        name={name}
        required={!optional}
        aria-invalid={error ? true : undefined}
        aria-describedby={notes || undefined}
        onChange={(event) => onChange?.(event.target.checked)}
      >
        {children}
      </Choice>
    </div>
  )
}

function Group({
  inline,
  children,
  ...words
}: Omit<GroupProps, 'options'> & { children: ReactNode }) {
  const { label, hint, error, optional } = words
  const id = words.id ?? words.name
  const notes = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <fieldset
      className={fieldStyles.field}
      data-error={error ? true : undefined}
      aria-describedby={notes || undefined}
    >
      <legend className={fieldStyles.label}>
        {label}
        {optional && ' (optional)'}
      </legend>
      <FieldNotes id={id} hint={hint} error={error} />
      <div className={styles.options} data-inline={inline || undefined}>
        {children}
      </div>
    </fieldset>
  )
}

function Choice({ children, ...rest }: ComponentProps<'input'>) {
  return (
    <label className={styles.choice}>
      <input {...rest} />
      <span>{children}</span>
    </label>
  )
}

/** The first choice has the field's own id, so that the error summary's link leads there. */
const choiceId = (words: FieldWords, index: number) =>
  index === 0 ? (words.id ?? words.name) : `${words.id ?? words.name}-${index + 1}`
