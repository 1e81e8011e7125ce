import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  AUDIENCE_LABELS,
  AUDIENCES,
  type Audience,
  NEWSLETTER_LENGTH,
  NEWSLETTER_SUBJECT_LENGTH,
  type NewNewsletter,
} from '../../../domain/office/newsletters.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { TextField } from '../../ui/field.tsx'
import { write } from '../api.ts'
import { MarkdownField } from '../parts/markdown-field.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'

/** `newsletter` is null for a new one; `back` is where 'Cancel' leads. */
export function NewsletterForm({
  newsletter,
  back,
  send,
}: {
  newsletter: NewNewsletter | null
  back: string
  send: (newsletter: NewNewsletter) => Promise<void>
}) {
  const navigate = useNavigate()
  const [audience, setAudience] = useState<Audience>(newsletter?.audience ?? 'everybody')
  return (
    <OfficeForm
      submit="Save the draft"
      check={(typed) =>
        missingFields(typed, { subject: 'Enter the subject.', body: 'Write the newsletter.' })
      }
      send={(typed) =>
        send({ subject: textIn(typed, 'subject'), body: textIn(typed, 'body'), audience })
      }
      onCancel={() => navigate(back)}
    >
      {(errorOf) => (
        <>
          <TextField
            name="subject"
            label="Subject"
            hint="What readers see first, in their list of emails and on the website."
            maxLength={NEWSLETTER_SUBJECT_LENGTH}
            defaultValue={newsletter?.subject}
            autoComplete="off"
            error={errorOf('subject')}
          />
          <MarkdownField
            name="body"
            label="Newsletter"
            rows={18}
            maxLength={NEWSLETTER_LENGTH}
            defaultValue={newsletter?.body ?? ''}
            preview={async (body) =>
              (await write('POST /api/office/newsletters/preview', { body: { body } })).html
            }
            error={errorOf('body')}
          />
          <RadioGroup
            name="audience"
            label="Who gets it"
            options={AUDIENCES.map((value) => ({ value, label: AUDIENCE_LABELS[value] }))}
            value={audience}
            onChange={(value) => setAudience(AUDIENCES.find((one) => one === value) ?? audience)}
          />
        </>
      )}
    </OfficeForm>
  )
}
