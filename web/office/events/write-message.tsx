import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { MessagePreview } from '../../../domain/office/attendee-messages.ts'
import { ATTENDEE_TABS } from '../../../domain/office/attendee-schemas.ts'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ChooseSavedText, loadSavedTexts } from '../saved-texts/choose-saved-text.tsx'
import { counted, whenInWords } from './event-text.ts'
import styles from './events.module.css'
import { loadEvent } from './load-event.ts'
import { MessageSummary } from './message-summary.tsx'
import { useStart } from './use-start.ts'

export async function loader(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams
  const tab = ATTENDEE_TABS.find((one) => one === search.get('tab')) ?? 'booked'
  const ids = (search.get('ids') ?? '').split(',').map(Number).filter(Number.isSafeInteger)
  const ticked = ids.filter((id) => id > 0)
  const [event, texts] = await Promise.all([loadEvent(args), loadSavedTexts(args.request.signal)])
  return { event, texts, group: { tab, ...(ticked.length > 0 && { ids: ticked }) } }
}

const WHOM = {
  booked: 'everybody who has booked',
  waiting: 'everybody on the waiting list',
  cancelled: 'everybody who cancelled',
  without_consent: 'everybody without a consent',
  without_nhs_number: 'everybody without an NHS number',
  needs_support: 'everybody who needs support',
  without_email: 'everybody without an email address',
  to_pay: 'everybody who still has to pay',
}

/** Two steps: the words first, then who gets them and how they look. */
export function Component() {
  const { event, texts, group } = useLoaderData<typeof loader>()
  const [words, setWords] = useState({ subject: '', message: '' })
  const { shown, setShown, start } = useStart<Shown>()
  const navigate = useNavigate()
  const { event_id: id, event_name: name } = event
  const back = `/events/${id}/attendees?tab=${group.tab}`
  const params = { id }
  const whom = group.ids ? `${counted(group.ids.length, 'ticked member')}` : WHOM[group.tab]

  async function preview(typed: FormData) {
    const text = { subject: textIn(typed, 'subject'), message: textIn(typed, 'message') }
    const found = await write('POST /api/office/events/:id/messages', {
      params,
      body: { ...group, ...text, dry_run: true },
    })
    if (!('shown' in found)) throw new Error('a dry run has sent the message')
    setShown({ words: text, preview: found })
  }

  async function send() {
    if (!shown) return
    const { recipients, not_told: silent } = shown.preview
    const isSure = await confirm({
      title: `Send '${shown.words.subject}'?`,
      text: `${counted(recipients - silent.length, 'member')} will get it by email. You cannot undo this.`,
      yes: 'Send',
      no: 'Go back',
    })
    if (!isSure) return
    const body = {
      ...group,
      ...shown.words,
      dry_run: false as const,
      shown: shown.preview.shown,
    }
    await start(body, (idempotencyKey) =>
      write('POST /api/office/events/:id/messages', { params, body, idempotencyKey }),
    )
  }

  return (
    <OfficePage
      title={`Message to ${whom}`}
      trail={[
        { label: 'Events', to: '/events' },
        { label: name, to: `/events/${id}` },
        { label: 'Attendees', to: back },
      ]}
      lede={`${name}, ${whenInWords(event)}`}
    >
      <div className={styles.parts}>
        <OfficeForm
          submit="Preview"
          leave="Go back"
          check={check}
          send={preview}
          onCancel={() => navigate(back)}
        >
          {(errorOf) => (
            <>
              <ChooseSavedText
                texts={texts}
                by="email"
                onChoose={({ subject, text }) =>
                  setWords({ subject: subject ?? '', message: text })
                }
              />
              <TextField
                name="subject"
                label="Subject"
                maxLength={120}
                autoComplete="off"
                value={words.subject}
                onChange={({ currentTarget: { value: subject } }) =>
                  setWords({ ...words, subject })
                }
                error={errorOf('subject')}
              />
              <TextAreaField
                name="message"
                label="Message"
                rows={8}
                maxLength={4000}
                hint="Leave out the greeting and the ending. We add ‘Dear’ and the first name, the appointment details and our name."
                value={words.message}
                onChange={({ currentTarget: { value: message } }) =>
                  setWords({ ...words, message })
                }
                error={errorOf('message')}
              />
            </>
          )}
        </OfficeForm>
        {shown && (
          <MessageSummary key={JSON.stringify(shown)} preview={shown.preview} send={send} />
        )}
      </div>
    </OfficePage>
  )
}

type Shown = { words: { subject: string; message: string }; preview: MessagePreview }

function check(typed: FormData): FieldError[] {
  return [
    { field: 'subject', message: 'Enter a subject.' },
    { field: 'message', message: 'Enter a message.' },
  ].filter(({ field }) => textIn(typed, field) === '')
}
