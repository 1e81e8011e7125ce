import { useState } from 'react'
import type { MailPreview } from '../../../domain/office/event-schemas.ts'
import { ApiError } from '../../api.ts'
import { TextButton } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { accountEmail } from '../session.ts'
import styles from './template-field.module.css'

type Tried =
  | { state: 'shown'; mail: MailPreview }
  | { state: 'sent' }
  | { state: 'failed'; why: string }

type Props = {
  name: string
  label: string
  template: string
  placeholders: readonly string[]
  /** A sentence; null when the text can be used. */
  whyNot: (text: string) => string | null
  preview: (text: string) => Promise<MailPreview>
  /** To the person who works here. */
  sendTest: (text: string) => Promise<unknown>
  error: string | undefined
}

/** The text, and the mail that it makes: shown here, or sent to the person who works here. */
export function TemplateField({ name, label, template, placeholders, whyNot, ...props }: Props) {
  const { preview, sendTest, error } = props
  const [typed, setTyped] = useState(template)
  const [tried, setTried] = useState<Tried>()
  const [isPending, setPending] = useState(false)

  async function tryMail(attempt: () => Promise<Tried>) {
    if (isPending) return
    const reason = whyNot(typed)
    if (reason !== null) return setTried({ state: 'failed', why: reason })
    setPending(true)
    try {
      setTried(await attempt())
    } catch (problem) {
      const reason =
        problem instanceof ApiError ? problem.message : 'It did not work. Please try again.'
      setTried({ state: 'failed', why: reason })
    } finally {
      setPending(false)
    }
  }
  const show = () => tryMail(async () => ({ state: 'shown', mail: await preview(typed) }))
  const send = () =>
    tryMail(async () => {
      await sendTest(typed)
      return { state: 'sent' }
    })
  const known = placeholders.map((one) => `{${one}}`).join(', ')

  return (
    <>
      <TextAreaField
        name={name}
        label={label}
        optional
        rows={8}
        hint={`Start with ‘Subject: …’ to set the subject. Leave an empty line to start a new paragraph. You can use: ${known}.`}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={error}
      />
      <div className={styles.try}>
        <TextButton icon="magnifying-glass" aria-disabled={isPending || undefined} onClick={show}>
          Preview the email
        </TextButton>
        <TextButton icon="envelope-simple" aria-disabled={isPending || undefined} onClick={send}>
          Send me a test email
        </TextButton>
      </div>
      <div role="status">
        {tried?.state === 'shown' && (
          <section className={styles.preview} aria-labelledby="preview">
            <h2 id="preview">{tried.mail.subject}</h2>
            <p>{tried.mail.text}</p>
          </section>
        )}
        {tried?.state === 'sent' && <p>A test email is on its way to {accountEmail()}.</p>}
        {tried?.state === 'failed' && (
          <Notice tone="warn">
            <p>{tried.why}</p>
          </Notice>
        )}
      </div>
    </>
  )
}
