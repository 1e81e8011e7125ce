import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import {
  GROUP_WAYS,
  type GroupWay,
  type MessagePreview,
  messageLength,
} from '../../../domain/office/attendee-messages.ts'
import { ATTENDEE_TABS } from '../../../domain/office/attendee-schemas.ts'
import { SUBJECT_LENGTH } from '../../../domain/office/member-message.ts'
import { officeMessageText } from '../../../domain/office/sms-texts.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { write } from '../api.ts'
import { lengthText } from '../members/send-link.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ChooseSavedText, loadSavedTexts } from '../saved-texts/choose-saved-text.tsx'
import { counted, whenInWords } from './event-text.ts'
import styles from './events.module.css'
import { loadEvent } from './load-event.ts'
import { MessageSummary, sumOfWays } from './message-summary.tsx'
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
  to_call: 'everybody still to be called about a change',
  without_consent: 'everybody without a consent',
  without_nhs_number: 'everybody without an NHS number',
  needs_support: 'everybody who needs support',
  without_email: 'everybody without an email address',
  to_pay: 'everybody who still has to pay',
}

const WAYS: Record<GroupWay, string> = {
  email: 'By email',
  sms: 'By text',
  any: 'By email, or by text to those whom no email reaches or who prefer a text',
}

/** Two steps: the words first, then who gets them and how they look. */
export function Component() {
  const { event, texts, group } = useLoaderData<typeof loader>()
  const [by, setBy] = useState<GroupWay>('email')
  const [words, setWords] = useState({ subject: '', message: '' })
  const { shown, setShown, start } = useStart<Shown>()
  const navigate = useNavigate()
  const { event_id: id, event_name: name } = event
  const back = `/events/${id}/attendees?tab=${group.tab}`
  const params = { id }
  const whom = group.ids ? `${counted(group.ids.length, 'ticked member')}` : WHOM[group.tab]

  async function preview(typed: FormData) {
    const subject = textIn(typed, 'subject')
    const text = { by, message: textIn(typed, 'message'), ...(by !== 'sms' && { subject }) }
    const found = await write('POST /api/office/events/:id/messages', {
      params,
      body: { ...group, ...text, dry_run: true },
    })
    if (!('shown' in found)) throw new Error('a dry run has sent the message')
    setShown({ words: text, preview: found })
  }

  async function send() {
    if (!shown) return
    const isSure = await confirm({
      title: shown.words.subject ? `Send '${shown.words.subject}'?` : 'Send the text?',
      text: `${sumOfWays(shown.preview)} You cannot undo this.`,
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
          check={(typed) =>
            missingFields(typed, {
              ...(by !== 'sms' && { subject: 'Enter a subject.' }),
              message: 'Enter a message.',
            })
          }
          send={preview}
          onCancel={() => navigate(back)}
        >
          {(errorOf) => (
            <>
              <RadioGroup
                name="by"
                label="How do you want to send it?"
                options={GROUP_WAYS.map((value) => ({ value, label: WAYS[value] }))}
                value={by}
                onChange={(value) => setBy(GROUP_WAYS.find((way) => way === value) ?? by)}
              />
              <ChooseSavedText
                texts={texts}
                by={by === 'email' ? 'email' : 'sms'}
                onChoose={({ subject, text }) =>
                  setWords({ subject: subject ?? words.subject, message: text })
                }
              />
              {by !== 'sms' && (
                <TextField
                  name="subject"
                  label={by === 'any' ? 'Subject of the email' : 'Subject'}
                  maxLength={SUBJECT_LENGTH}
                  autoComplete="off"
                  value={words.subject}
                  onChange={({ currentTarget: { value: subject } }) =>
                    setWords({ ...words, subject })
                  }
                  error={errorOf('subject')}
                />
              )}
              <TextAreaField
                name="message"
                label="Message"
                rows={by === 'email' ? 8 : 4}
                maxLength={messageLength(by)}
                hint={HINTS[by]}
                value={words.message}
                onChange={({ currentTarget: { value: message } }) =>
                  setWords({ ...words, message })
                }
                error={errorOf('message')}
              />
              {by !== 'email' && (
                <p className="small soft">
                  As a text: {lengthText(officeMessageText(words.message))}
                </p>
              )}
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

const AROUND_EMAIL = 'We add ‘Dear’ and the first name, the appointment details and our name.'
const HINTS: Record<GroupWay, string> = {
  email: `Leave out the greeting and the ending. ${AROUND_EMAIL}`,
  sms: 'We add ‘CHAPS’ before it and our phone number after it. Write nothing about a test or a result: others may see the screen of the phone.',
  any: `Leave out the greeting and the ending. In an email, ${AROUND_EMAIL.replace('We', 'we')} In a text, we add ‘CHAPS’ and our phone number. Write nothing about a test or a result.`,
}

type Words = { by: GroupWay; subject?: string; message: string }
type Shown = { words: Words; preview: MessagePreview }
