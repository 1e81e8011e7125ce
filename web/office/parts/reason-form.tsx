import type { ReactNode } from 'react'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { missingFields, OfficeForm, type OfficeFormProps, textIn } from './office-form.tsx'

type FieldProps = {
  name?: string
  id?: string
  label: string
  hint?: string
  defaultValue?: string
  maxLength?: number
  /** More than one line to write on. */
  rows?: number
  error?: string | undefined
}

export function ReasonField({ name = 'reason', maxLength = 500, rows, ...field }: FieldProps) {
  const box = { name, maxLength, ...field }
  if (rows !== undefined) return <TextAreaField {...box} rows={rows} />
  return <TextField {...box} autoComplete="off" />
}

type Props = Pick<OfficeFormProps, 'submit' | 'onCancel' | 'leave'> &
  Omit<FieldProps, 'error'> & {
    /** The error without a reason. */
    missing?: string
    send: (reason: string) => Promise<void>
    /** Above the field. */
    children?: ReactNode
  }

/** A form that asks for a reason, and for nothing else. */
export function ReasonForm({
  submit,
  onCancel,
  leave,
  missing = 'Say why.',
  send,
  children,
  ...field
}: Props) {
  const { name = 'reason' } = field
  return (
    <OfficeForm
      submit={submit}
      {...(onCancel && { onCancel })}
      {...(leave && { leave })}
      check={(typed) => missingFields(typed, { [name]: missing })}
      send={(typed) => send(textIn(typed, name))}
    >
      {(errorOf) => (
        <>
          {children}
          <ReasonField {...field} error={errorOf(name)} />
        </>
      )}
    </OfficeForm>
  )
}
