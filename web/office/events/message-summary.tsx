import { useEffect, useRef } from 'react'
import type { MessagePreview } from '../../../domain/office/attendee-messages.ts'
import { OfficeForm } from '../parts/office-form.tsx'
import { counted } from './event-text.ts'
import styles from './events.module.css'
import { ToBeRung } from './to-be-rung.tsx'

type Props = { preview: MessagePreview; send: () => Promise<void> }

/** Who gets the message, as whom, and who has to be rung. */
export function MessageSummary({ preview, send }: Props) {
  const { recipients, not_told: silent, mail } = preview
  const told = recipients - silent.length
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.parts} aria-labelledby="preview">
      <h2 id="preview" tabIndex={-1} ref={heading}>
        {mail ? `The email ${mail.name} will get` : 'None of them has an email address'}
      </h2>
      {mail && (
        <div className={styles.words}>
          <b>{mail.subject}</b>
          {'\n\n'}
          {mail.text}
        </div>
      )}
      {silent.length > 0 && <ToBeRung members={silent} />}
      <OfficeForm
        submit={told > 0 ? `Send to ${counted(told, 'member')}` : 'Record the message'}
        send={send}
      >
        {() => null}
      </OfficeForm>
    </section>
  )
}
