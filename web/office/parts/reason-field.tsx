import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { textIn } from './office-form.tsx'

type ReasonProps = { label: string; error: string | undefined }

export function ReasonField({ label, error }: ReasonProps) {
  return <TextField name="reason" label={label} maxLength={500} autoComplete="off" error={error} />
}

export function reasonErrors(typed: FormData, message: string): FieldError[] {
  return textIn(typed, 'reason') === '' ? [{ field: 'reason', message }] : []
}
