import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import {
  EMAIL_LENGTH,
  MESSAGE_WAYS,
  type MessageWay,
  provenWays,
  SUBJECT_LENGTH,
  TEXT_LENGTH,
} from '../../../domain/office/member-message.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import type { SavedText } from '../../../domain/office/saved-texts.ts'
import { officeMessageText } from '../../../domain/office/sms-texts.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { PhoneLink } from '../parts/contact-links.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { ChooseSavedText, loadSavedTexts } from '../saved-texts/choose-saved-text.tsx'
import { lengthText } from './send-link.tsx'

type Loaded = { member: OfficeMember; texts: SavedText[] }

export async function loader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const [member, texts] = await Promise.all([
    read('GET /api/office/members/:id', {
      params: { id: String(params.id) },
      query: { reason: 'request' },
      signal: request.signal,
    }),
    loadSavedTexts(request.signal),
  ])
  return { member, texts }
}

/** The office's own words to one member, by a way that the member has proven. */
export function Component() {
  const { member, texts } = useLoaderData<Loaded>()
  const name = `${member.first_name} ${member.last_name}`
  const to = provenWays({
    hasAccount: member.has_account,
    email: member.email,
    mobile: member.texts_to,
  })
  const ways = MESSAGE_WAYS.filter((way) => to[way] !== null)
  return (
    <OfficePage
      title={`Write to ${name}`}
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: `/members/${member.id}` },
      ]}
      lede="Write nothing about a test or a result: others may see the screen of the phone."
    >
      <PersonBanner person={member.person} />
      {ways.length === 0 ? (
        <Notice title="Nobody has confirmed an email address or a mobile number">
          <p>
            We send no messages to addresses and numbers that nobody has confirmed. Call the member:{' '}
            <PhoneLink phone={member.phone} />
          </p>
        </Notice>
      ) : (
        <Write member={member} ways={ways} to={to} texts={texts} />
      )}
    </OfficePage>
  )
}

const LABELS: Record<MessageWay, string> = { email: 'An email to', sms: 'A text to' }

function Write({
  member: { id, contact_by: contactBy },
  ways,
  to,
  texts,
}: {
  member: OfficeMember
  texts: readonly SavedText[]
  ways: MessageWay[]
  to: Record<MessageWay, string | null>
}) {
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const preferred = ways.find((way) => way === contactBy) ?? ways[0] ?? 'email'
  const [by, setBy] = useState<MessageWay>(preferred)
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const isEmail = by === 'email'

  async function send(typed: FormData) {
    const message = textIn(typed, 'message')
    const body = isEmail ? { by, subject: textIn(typed, 'subject'), message } : { by, message }
    const { sent_to: sentTo } = await write('POST /api/office/members/:id/messages', {
      params: { id },
      body,
      idempotencyKey: keyOf(body),
    })
    toast({ text: `We are sending it to ${sentTo}.`, tone: 'success' })
    await navigate(`/members/${id}`)
  }

  return (
    <OfficeForm
      submit={isEmail ? 'Send the email' : 'Send the text'}
      check={(typed) =>
        missingFields(typed, {
          ...(isEmail && { subject: 'Enter a subject.' }),
          message: 'Enter a message.',
        })
      }
      send={send}
      onCancel={() => navigate(`/members/${id}`)}
    >
      {(errorOf) => (
        <>
          <RadioGroup
            name="by"
            label="What do you want to send?"
            options={ways.map((value) => ({ value, label: `${LABELS[value]} ${to[value]}` }))}
            value={by}
            onChange={(value) => setBy(ways.find((way) => way === value) ?? by)}
          />
          <ChooseSavedText
            texts={texts}
            by={by}
            onChoose={(saved) => {
              setSubject(saved.subject ?? '')
              setText(saved.text)
            }}
          />
          {isEmail && (
            <TextField
              name="subject"
              label="Subject"
              maxLength={SUBJECT_LENGTH}
              autoComplete="off"
              value={subject}
              onChange={(event) => setSubject(event.target.value)}
              error={errorOf('subject')}
            />
          )}
          <TextAreaField
            name="message"
            label="Message"
            rows={isEmail ? 8 : 4}
            maxLength={isEmail ? EMAIL_LENGTH : TEXT_LENGTH}
            hint={
              isEmail
                ? 'Leave out the greeting and the ending. We add ‘Dear’ and the first name, our phone number and our name.'
                : 'We add ‘CHAPS’ before it and our phone number after it.'
            }
            value={text}
            onChange={(event) => setText(event.target.value)}
            error={errorOf('message')}
          />
          {!isEmail && <p className="small soft">{lengthText(officeMessageText(text))}</p>}
        </>
      )}
    </OfficeForm>
  )
}
