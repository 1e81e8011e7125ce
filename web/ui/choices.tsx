import type { ComponentProps, ReactNode } from 'react'
import styles from './choices.module.css'
import fieldStyles from './field.module.css'
import { FieldNotes, type FieldText, noteIds, type Option, optionOf } from './field.tsx'

type GroupProps = FieldText & {
  options: readonly Option[]
  inline?: boolean | undefined
}

/** Controlled by the screen, or uncontrolled and read by the form on submit. */
type Controlled<Value> =
  | { value: Value; onChange: (value: Value) => void; defaultValue?: never }
  | { defaultValue?: Value | undefined; value?: never; onChange?: never }

type RadioGroupProps = GroupProps & Controlled<string>

/** A choice of one; '' is none. Nothing is preselected. */
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
          {...(value === undefined
            ? { defaultChecked: defaultValue === option.value }
            : { checked: value === option.value, onChange: () => onChange(option.value) })}
        >
          {option.label}
        </Choice>
      ))}
    </Group>
  )
}

type CheckboxGroupProps = GroupProps & Controlled<readonly string[]>

/** A choice of several; `onChange` gets all ticked values in the order of the options. */
export function CheckboxGroup(props: CheckboxGroupProps) {
  const { options, inline, value, defaultValue, onChange, ...words } = props
  const all = options.map(optionOf)
  const toggle = (ticked: readonly string[], toggled: string) =>
    all.map((o) => o.value).filter((v) => (v === toggled) !== ticked.includes(v))
  return (
    <Group {...words} inline={inline}>
      {all.map((option, index) => (
        <Choice
          key={option.value}
          type="checkbox"
          id={choiceId(words, index)}
          name={words.name}
          value={option.value}
          {...(value === undefined
            ? { defaultChecked: defaultValue?.includes(option.value) ?? false }
            : {
                checked: value.includes(option.value),
                onChange: () => onChange(toggle(value, option.value)),
              })}
        >
          {option.label}
        </Choice>
      ))}
    </Group>
  )
}

type CheckboxProps = Omit<FieldText, 'label'> & {
  children: ReactNode
  checked?: boolean | undefined
  defaultChecked?: boolean | undefined
  onChange?: ((checked: boolean) => void) | undefined
}

export function Checkbox(props: CheckboxProps) {
  const { name, children, hint, error, optional, onChange, ...ticked } = props
  const id = props.id ?? name
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
        aria-describedby={noteIds(id, { hint, error })}
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
  return (
    <fieldset
      className={fieldStyles.field}
      data-error={error ? true : undefined}
      aria-describedby={noteIds(id, { hint, error })}
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
const choiceId = (text: FieldText, index: number) =>
  index === 0 ? (text.id ?? text.name) : `${text.id ?? text.name}-${index + 1}`
