import { TextField } from '../../../ui/field.tsx'
import { OfficeForm, textIn } from '../../parts/office-form.tsx'

type FieldProps = { name: string; label: string; error: string | undefined }

export function NoteField({ name, label, error }: FieldProps) {
  return <TextField name={name} label={label} maxLength={2000} autoComplete="off" error={error} />
}

type Props = {
  name: string
  label: string
  submit: string
  send: (note: string) => Promise<void>
}

/** A form that only asks for a reason. */
export function NoteForm({ name, label, submit, send }: Props) {
  return (
    <OfficeForm
      submit={submit}
      check={(typed) => (textIn(typed, name) === '' ? [{ field: name, message: 'Say why.' }] : [])}
      send={(typed) => send(textIn(typed, name))}
    >
      {(errorOf) => <NoteField name={name} label={label} error={errorOf(name)} />}
    </OfficeForm>
  )
}
