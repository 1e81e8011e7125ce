import { useEffect, useRef } from 'react'
import type { MessagePreview } from '../../../domain/office/attendee-messages.ts'
import { smsLength } from '../../../domain/office/sms.ts'
import { lengthText } from '../members/send-link.tsx'
import { OfficeForm } from '../parts/office-form.tsx'
import { counted } from './event-text.ts'
import styles from './events.module.css'
import { ToBeRung } from './to-be-rung.tsx'

type Props = { preview: MessagePreview; send: () => Promise<void> }

/** Who gets the message, in which way and how it looks, and who has to be rung. */
export function MessageSummary({ preview, send }: Props) {
  const { by_email: emails, by_text: texts, not_told: silent, mail, text } = preview
  const told = emails + texts
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.parts} aria-labelledby="preview">
      <h2 id="preview" tabIndex={-1} ref={heading}>
        {told > 0 ? 'What they will get' : 'This message reaches none of them'}
      </h2>
      {told > 0 && <p>{sumOfWays(preview)}</p>}
      {mail && (
        <>
          <h3>The email {mail.name} will get</h3>
          <div className={styles.words}>
            <b>{mail.subject}</b>
            {'\n\n'}
            {mail.text}
          </div>
        </>
      )}
      {text !== null && (
        <>
          <h3>The text</h3>
          <div className={styles.words}>{text}</div>
          <p className="small soft">{partsText(text, texts)}</p>
        </>
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

/** '12 members will get it by email, 3 by text. 1 member has to be called.' */
export function sumOfWays({
  by_email: emails,
  by_text: texts,
  not_told: silent,
}: Pick<MessagePreview, 'by_email' | 'by_text' | 'not_told'>): string {
  const byEmail = `${counted(emails, 'member')} will get it by email`
  const ways = [
    ...(emails > 0 || texts === 0 ? [byEmail] : []),
    ...(texts > 0
      ? [emails > 0 ? `${texts} by text` : `${counted(texts, 'member')} will get it by text`]
      : []),
  ].join(', ')
  return silent.length === 0 ? `${ways}.` : `${ways}. To call: ${silent.length}.`
}

/** '183 characters, sent as 2 texts. For 3 members that is 6 texts.' */
function partsText(text: string, members: number): string {
  const { parts } = smsLength(text)
  const sum = counted(parts * members, 'text')
  return `${lengthText(text)} For ${counted(members, 'member')} that is ${sum}.`
}
