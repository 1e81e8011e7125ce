import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  CONTACT_FIELDS,
  contactErrorText,
  DATA_COMPLAINT,
  type FilledForm,
} from '../../domain/contact.ts'
import { unlessOffline } from '../offline.ts'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import { useScrollIntoView } from '../ui/use-scroll-into-view.ts'
import styles from './contact.module.css'

export type ContactFormProps = {
  /** Address `.../p/{project}/f/{form}` of the form service or of our own endpoint. */
  sendTo: string
  /** Values and errors of a form that was sent without script. */
  filled?: FilledForm | null
  /** Whether the form was just sent without script. */
  isSent?: boolean
  /** Whether the visitor complains about the use of their personal data. */
  isDataComplaint?: boolean
}

const LINES = CONTACT_FIELDS.filter(({ name }) => name !== 'message')
const KIND: Record<string, { type?: string; autoComplete: string }> = {
  'first-name': { autoComplete: 'given-name' },
  'last-name': { autoComplete: 'family-name' },
  email: { type: 'email', autoComplete: 'email' },
  'phone-number': { type: 'tel', autoComplete: 'tel' },
}

const loadSender = () => import('./send-contact.ts')

/** The Contact Us form; works without script too. */
export function ContactForm({
  sendTo,
  filled = null,
  isSent = false,
  isDataComplaint = false,
}: ContactFormProps) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>(isSent ? 'sent' : 'idle')
  const [errors, setErrors] = useState<readonly FieldError[]>(() => fieldErrorsOf(filled))
  const [problem, setProblem] = useState(filled?.problem ?? null)
  const problemRef = useScrollIntoView<HTMLDivElement>(problem)
  useErrorTitle(errors)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state === 'sending') return
    const form = event.currentTarget
    setState('sending')
    setProblem(null)
    try {
      const { sendContact } = await loadSender()
      const refused = await sendContact(new FormData(form), form.action)
      setErrors(refused?.errors ?? [])
      setProblem(refused?.problem ? unlessOffline(refused.problem) : null)
      setState(refused ? 'idle' : 'sent')
    } catch {
      setErrors([])
      setProblem(unlessOffline('An unexpected error occurred. Please try again.'))
      setState('idle')
    }
  }

  if (state === 'sent') return <Thanks />
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message
  return (
    <form
      className={styles.form}
      method="post"
      action={sendTo}
      noValidate
      onSubmit={send}
      onFocus={(event) => {
        const { action } = event.currentTarget
        loadSender().then(
          ({ openClient }) => openClient(action),
          // A failed load is retried and reported on submit.
          () => undefined,
        )
      }}
    >
      <ErrorSummary errors={errors} />
      <p className={styles.note}>
        Please fill in every field. Leave out your NHS number and details of your health.
      </p>
      {isDataComplaint && <input type="hidden" name="about" value={DATA_COMPLAINT} />}
      <div className={styles.pair}>
        {LINES.map(({ name, label }) => (
          <TextField
            key={name}
            name={name}
            label={label}
            {...KIND[name]}
            defaultValue={filled?.values[name]}
            error={errorOf(name)}
          />
        ))}
      </div>
      <TextAreaField
        name="message"
        label="Message"
        rows={7}
        defaultValue={filled?.values.message}
        error={errorOf('message')}
      />
      <div hidden>
        <label>
          Leave this empty
          <input type="text" name="_gotcha" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {problem && (
        <div ref={problemRef} className={styles.problem}>
          <Notice tone="warn" role="alert">
            <p>{problem}</p>
          </Notice>
        </div>
      )}
      <div className={styles.submit}>
        <Button type="submit" pending={state === 'sending'}>
          {isDataComplaint ? 'Send complaint' : 'Send enquiry'}
        </Button>
      </div>
    </form>
  )
}

function Thanks() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="stack-roomy">
      <div ref={box} tabIndex={-1} role="status" className={styles.thanks}>
        <Notice icon="check-circle">
          <p>Thank you for reaching out! We will get back to you soon.</p>
        </Notice>
      </div>
      <Buttons>
        <ButtonLink kind="quiet" to="/book-event-main">
          See upcoming events
        </ButtonLink>
        <ButtonLink kind="quiet" to="/news">
          Read our news
        </ButtonLink>
      </Buttons>
    </div>
  )
}

function fieldErrorsOf(filled: FilledForm | null): FieldError[] {
  const errors = filled?.errors ?? []
  return errors.map(({ field, message }) => ({
    field,
    message: contactErrorText(field, [message]),
  }))
}
