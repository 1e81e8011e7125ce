import { type FormEvent, useState } from 'react'
import type { ContactWay } from '../../domain/contact-and-support.ts'
import { type MyPhone, NUMBER_CODE_MINUTES } from '../../domain/my-phone.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { useCodeRequests } from '../account/use-code-requests.ts'
import { send } from '../api.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { readText } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './portal.module.css'

type Props = { phone: MyPhone; contactBy: ContactWay; onConfirmed: () => Promise<void> }

/** Says where text messages go, and lets the member confirm the number by a code. */
export function ConfirmNumber({ phone, contactBy, onConfirmed }: Props) {
  const wantsTexts = contactBy === 'sms'
  if (phone.state === 'confirmed')
    return wantsTexts ? <p>You have confirmed {phone.phone}. We send our texts there.</p> : null
  if (phone.state === 'to_confirm')
    return <CodeForm phone={phone} wantsTexts={wantsTexts} onConfirmed={onConfirmed} />
  if (!wantsTexts) return null
  return (
    <Notice icon="info">
      <p>
        {phone.state === 'no_texts'
          ? 'We cannot send text messages at the moment, so we email you instead.'
          : 'We can only send text messages to UK mobile numbers, so we email you instead. You can change your phone number with ‘Edit’ in your profile.'}
      </p>
    </Notice>
  )
}

function CodeForm({
  phone: { phone, code_ends_at: endsAt },
  wantsTexts,
  onConfirmed,
}: {
  phone: MyPhone
  wantsTexts: boolean
  onConfirmed: () => Promise<void>
}) {
  const [isSent, setSent] = useState(endsAt !== null)
  const { isPending, error, setError, problem, run } = useCodeRequests('wrong_number_code')

  const sendCode = () =>
    run(async () => {
      await send('POST /api/my-phone/codes')
      setSent(true)
    })

  function giveCode(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = readText(new FormData(event.currentTarget), 'code').trim()
    if (!code) return setError('Enter the code from our text message.')
    return run(async () => {
      await send('POST /api/my-phone/confirmations', { body: { code } })
      toast({ text: 'Your number has been confirmed.', tone: 'success' })
      await onConfirmed()
    })
  }

  return (
    <div className={styles.confirm}>
      <h3>Confirm your number</h3>
      <p>
        {wantsTexts
          ? `You chose text messages. We can send them once you have confirmed ${phone}. Until then, we email you.`
          : `To get text messages from us, confirm ${phone} first.`}
      </p>
      {isSent ? (
        <form className={styles.form} noValidate onSubmit={giveCode}>
          <div role="status">
            <p>
              We have sent a code to {phone}. It works for {NUMBER_CODE_MINUTES} minutes.
            </p>
          </div>
          <TextField
            name="code"
            label="Code from our text message"
            hint="Six digits"
            inputMode="numeric"
            autoComplete="one-time-code"
            width={10}
            error={error ?? undefined}
          />
          <p>
            <Button type="submit" pending={isPending}>
              Confirm my number
            </Button>
          </p>
          <p>
            <TextButton onClick={sendCode}>Send another code</TextButton>
          </p>
        </form>
      ) : (
        <p>
          <Button kind="quiet" pending={isPending} onClick={sendCode}>
            Send a code to this number
          </Button>
        </p>
      )}
      <FormProblem>{problem}</FormProblem>
      <p>Is it a different number? Change it with ‘Edit’ in your profile.</p>
    </div>
  )
}
