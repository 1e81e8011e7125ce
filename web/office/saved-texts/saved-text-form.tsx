import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  EMAIL_LENGTH,
  MESSAGE_WAYS,
  SUBJECT_LENGTH,
  TEXT_LENGTH,
} from '../../../domain/office/member-message.ts'
import {
  hasPlaceholder,
  type NewSavedText,
  NO_PLACEHOLDERS,
  SAVED_NAME_LENGTH,
  SAVED_TEXT_LABELS,
  type SavedText,
} from '../../../domain/office/saved-texts.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'

/** `saved` is null for a new one. */
export function SavedTextForm({
  saved,
  send,
}: {
  saved: SavedText | null
  send: (text: NewSavedText) => Promise<void>
}) {
  const navigate = useNavigate()
  const [by, setBy] = useState(saved?.by ?? 'email')
  const isEmail = by === 'email'

  function check(typed: FormData): FieldError[] {
    const missing = missingFields(typed, {
      name: 'Enter a name.',
      ...(isEmail && { subject: 'Enter a subject.' }),
      text: 'Enter the text.',
    })
    const wrong = ['subject', 'text'].filter((field) => hasPlaceholder(textIn(typed, field)))
    return [...missing, ...wrong.map((field) => ({ field, message: NO_PLACEHOLDERS }))]
  }

  function readText(typed: FormData): NewSavedText {
    const common = { name: textIn(typed, 'name'), text: textIn(typed, 'text') }
    return isEmail
      ? { by: 'email', ...common, subject: textIn(typed, 'subject') }
      : { by: 'sms', ...common }
  }

  return (
    <OfficeForm
      submit="Save the text"
      check={check}
      send={(typed) => send(readText(typed))}
      onCancel={() => navigate('/saved-texts')}
    >
      {(errorOf) => (
        <>
          <TextField
            name="name"
            label="Name"
            hint="How you find it in the list, for example ‘Where to park’."
            maxLength={SAVED_NAME_LENGTH}
            autoComplete="off"
            defaultValue={saved?.name ?? ''}
            error={errorOf('name')}
          />
          <RadioGroup
            name="by"
            label="What is it for?"
            options={MESSAGE_WAYS.map((value) => ({ value, label: SAVED_TEXT_LABELS[value] }))}
            value={by}
            onChange={(value) => setBy(MESSAGE_WAYS.find((way) => way === value) ?? by)}
          />
          {isEmail && (
            <TextField
              name="subject"
              label="Subject"
              maxLength={SUBJECT_LENGTH}
              autoComplete="off"
              defaultValue={saved?.subject ?? ''}
              error={errorOf('subject')}
            />
          )}
          <TextAreaField
            name="text"
            label="Text"
            rows={isEmail ? 8 : 4}
            maxLength={isEmail ? EMAIL_LENGTH : TEXT_LENGTH}
            hint="Leave out the greeting and the ending: we add them when it is sent."
            defaultValue={saved?.text ?? ''}
            error={errorOf('text')}
          />
        </>
      )}
    </OfficeForm>
  )
}
