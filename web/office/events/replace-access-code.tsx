import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { accessCodeText, newAccessCode } from '../../../domain/office/access-code.ts'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import { copy } from '../../two-step/copy.ts'
import { Button, ButtonLink, Buttons, TextButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read, write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import styles from './events.module.css'

export function loader({ params, request }: LoaderFunctionArgs): Promise<OfficeEvent> {
  return read('GET /api/office/events/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** The code is shown once: it can be copied or mailed here, and read back nowhere. */
export function Component() {
  const event = useLoaderData<OfficeEvent>()
  const [sent, setSent] = useState<{ text: string; isMailed: boolean } | null>(null)
  const back = `/events/${event.event_id}`
  return (
    <OfficePage
      title="New access code"
      trail={[
        { label: 'Events', to: '/events' },
        { label: event.event_name, to: back },
      ]}
      lede={
        sent
          ? undefined
          : 'The old code stops working straight away. Members who have booked keep their appointments, and anyone holding a place now can finish booking. Everybody else needs the new code.'
      }
    >
      {sent ? (
        <div className={styles.parts}>
          <Notice role="status">
            <p>
              The new code works now. The old one has stopped working.{' '}
              {sent.isMailed && `The text is on its way to ${event.contact_email}.`}
            </p>
          </Notice>
          <p className={styles.letter}>{sent.text}</p>
          <Buttons>
            <Button onClick={() => copy(sent.text, 'The text has been copied.')}>
              Copy the text
            </Button>
            <ButtonLink kind="quiet" to={back}>
              Back to the event
            </ButtonLink>
          </Buttons>
        </div>
      ) : (
        <CodeForm event={event} back={back} onSent={setSent} />
      )}
    </OfficePage>
  )
}

type CodeFormProps = {
  event: OfficeEvent
  back: string
  onSent: (sent: { text: string; isMailed: boolean }) => void
}

function CodeForm({ event, back, onSent }: CodeFormProps) {
  const navigate = useNavigate()
  const [code, setCode] = useState(proposeCode)
  const [own, setOwn] = useState<string | null>(null)
  const address = `${location.origin}/event/${event.event_id}`
  const text = own ?? accessCodeText(event, { code, address })

  async function replace(typed: FormData) {
    const isSure = await confirm({
      title: `Replace the code of ${event.event_name}?`,
      text: 'The code the host has given out will stop working straight away. You cannot undo this.',
      yes: 'Replace the code',
      no: 'Not yet',
    })
    if (!isSure) return
    const isMailed = typed.has('mail_to_host')
    await write('PUT /api/office/events/:id/access-code', {
      params: { id: event.event_id },
      body: { version: event.version, access_code: code, message: text, mail_to_host: isMailed },
    })
    onSent({ text, isMailed })
  }

  return (
    <OfficeForm
      submit="Replace the code"
      check={(typed) =>
        textIn(typed, 'access_code').length < 6
          ? [{ field: 'access_code', message: 'Enter at least 6 letters or digits.' }]
          : []
      }
      send={replace}
      onCancel={() => navigate(back)}
    >
      {(errorOf) => (
        <>
          <TextField
            name="access_code"
            label="New code"
            autoComplete="off"
            width={20}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value.trim())}
            error={errorOf('access_code')}
          />
          <TextButton onClick={() => setCode(proposeCode())}>Suggest another code</TextButton>
          <TextAreaField
            name="message"
            label="Text for the host"
            rows={10}
            value={text}
            onChange={({ currentTarget }) => setOwn(currentTarget.value)}
            error={errorOf('message')}
          />
          {event.contact_email ? (
            <Checkbox name="mail_to_host" optional error={errorOf('mail_to_host')}>
              Email this text to {event.contact_email}
            </Checkbox>
          ) : (
            <p>We have no email address for the host. Copy the text after you replace the code.</p>
          )}
        </>
      )}
    </OfficeForm>
  )
}

function proposeCode(): string {
  return newAccessCode(crypto.getRandomValues(new Uint8Array(8)))
}
