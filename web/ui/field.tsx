import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

/** A field's id is its name, unless the page has two of that name. */
export type FieldText = {
  name: string
  id?: string | undefined
  label: ReactNode
  hint?: ReactNode
  /** The page's ErrorSummary repeats it. */
  error?: string | undefined
  /** Announces the error, for forms without an ErrorSummary. */
  isAnnounced?: boolean | undefined
  /** Other fields are required; forms have `noValidate`, so that our own messages are shown. */
  optional?: boolean | undefined
}

/** Width of the box in characters. */
export type BoxWidth = 2 | 4 | 10 | 20 | 'full'

type Box<Tag extends 'input' | 'select' | 'textarea'> = Omit<
  ComponentProps<Tag>,
  'className' | 'style' | 'name' | 'id' | 'width'
>

type FieldProps = FieldText & {
  children: (box: ReturnType<typeof describe>) => ReactNode
}

export function Field({ children, ...words }: FieldProps) {
  const id = words.id ?? words.name
  return (
    <div className={styles.field} data-error={words.error ? true : undefined}>
      <label className={styles.label} htmlFor={id}>
        {words.label}
        {words.optional && ' (optional)'}
      </label>
      <FieldNotes id={id} hint={words.hint} error={words.error} isAnnounced={words.isAnnounced} />
      {children(describe(words))}
    </div>
  )
}

export type TextFieldProps = FieldText & Box<'input'> & { width?: BoxWidth | undefined }

export function TextField(props: TextFieldProps) {
  const { name, id, label, hint, error, isAnnounced, optional, width = 'full', ...rest } = props
  const text = { name, id, label, hint, error, isAnnounced, optional }
  return (
    <Field {...text}>
      {(box) => <input type="text" {...box} {...rest} className={styles.box} data-width={width} />}
    </Field>
  )
}

type TextAreaFieldProps = FieldText & Box<'textarea'>

export function TextAreaField(props: TextAreaFieldProps) {
  const { name, id, label, hint, error, optional, rows = 5, ...rest } = props
  const text = { name, id, label, hint, error, optional }
  return (
    <Field {...text}>
      {(box) => <textarea {...box} {...rest} rows={rows} className={styles.box} />}
    </Field>
  )
}

type SelectFieldProps = FieldText &
  Box<'select'> & {
    options: readonly Option[]
    placeholder?: string | undefined
    width?: BoxWidth | undefined
  }

export function SelectField(props: SelectFieldProps) {
  const { name, id, label, hint, error, isAnnounced, optional, ...own } = props
  const { options, placeholder, width, ...rest } = own
  const text = { name, id, label, hint, error, isAnnounced, optional }
  return (
    <Field {...text}>
      {(box) => (
        <select {...box} {...rest} className={styles.box} data-select data-width={width ?? 'full'}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => {
            const { value, label } = optionOf(option)
            return (
              <option key={value} value={value}>
                {label}
              </option>
            )
          })}
        </select>
      )}
    </Field>
  )
}

export type Option = string | { value: string; label: string }

export const optionOf = (option: Option) =>
  typeof option === 'string' ? { value: option, label: option } : option

export function FieldNotes({
  id,
  hint,
  error,
  isAnnounced,
}: Pick<FieldText, 'hint' | 'error' | 'isAnnounced'> & { id: string }) {
  return (
    <>
      {hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className={styles.error} id={`${id}-error`} role={isAnnounced ? 'alert' : undefined}>
          <Icon name="warning-circle" />
          <span>
            <span className="visually-hidden">Error: </span>
            {error}
          </span>
        </span>
      )}
    </>
  )
}

/** For `aria-describedby`. */
export function noteIds(id: string, { hint, error }: Pick<FieldText, 'hint' | 'error'>) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : '']
  return ids.filter(Boolean).join(' ') || undefined
}

export function describe(text: FieldText) {
  const id = text.id ?? text.name
  return {
    id,
    name: text.name,
    required: !text.optional,
    'aria-describedby': noteIds(id, text),
    'aria-invalid': text.error ? true : undefined,
  }
}
