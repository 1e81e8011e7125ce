import { type FormEvent, useState } from 'react'
import type { OwnClaims } from '../../domain/claim-schemas.ts'
import { dayInWords } from '../../domain/uk-time.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { ApiError, send } from '../api.ts'
import { charity } from '../charity.ts'
import { reportClientError } from '../report-error.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { TextField } from '../ui/field.tsx'
import { readText, unexpected } from '../ui/form-text.ts'
import { Notice } from '../ui/notice.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import styles from './letter.module.css'

type Props = OwnClaims & { isNew: boolean; onProven: () => Promise<void> }

/** The account's latest claim that had to wait: what happens next, and when. */
export function WaitingClaim({ claims: [latest], isNew, onProven }: Props) {
  if (!latest || latest.state === 'released') return null
  if (latest.state === 'refused')
    return (
      <Notice title="We have not linked the record to your account">
        <p>
          Call us on {charity.booking_helpline}, {charity.helpline_hours}. We will tell you why and
          help you.
        </p>
      </Notice>
    )
  return (
    <>
      <Notice
        role={isNew ? 'status' : undefined}
        title="Your code is right. We need to check one more thing"
      >
        <p>
          This record is private, so we first ask whether it is yours. We have contacted the person
          by email, text message or post, with the details that were on the record before.
        </p>
        <p>
          If that message reaches you, open its link and choose ‘Yes, this was me’. You will then
          see your record straight away. If not, a clinician will decide by{' '}
          {dayInWords(latest.until)}, and we will email you. You do not need to enter the code
          again.
        </p>
      </Notice>
      {latest.may_prove_by_tube && <TubeForm onProven={onProven} />}
    </>
  )
}

function TubeForm({ onProven }: Pick<Props, 'onProven'>) {
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  useErrorTitle(errors)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const code = readText(new FormData(event.currentTarget), 'tubeCode').trim()
    setProblem(null)
    setErrors(code === '' ? [{ field: 'tubeCode', message: 'Enter the tube code.' }] : [])
    if (code === '') return
    setPending(true)
    try {
      await send('POST /api/record-claims/tube', { body: { tube_code: code } })
      await onProven()
    } catch (error) {
      if (error instanceof ApiError && error.status === 400)
        setErrors([{ field: 'tubeCode', message: WRONG }])
      else setProblem(error instanceof ApiError ? error.message : reported(error))
    }
    setPending(false)
  }

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <ErrorSummary errors={errors} />
      <TextField
        name="tubeCode"
        label="Tube code"
        hint="Did you take home a label or slip with a number? Enter it here, and a clinician can decide sooner."
        width={20}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        error={errors[0]?.message}
      />
      <div>
        <Button type="submit" kind="quiet" pending={isPending}>
          Send the tube code
        </Button>
      </div>
      <FormProblem>{problem}</FormProblem>
    </form>
  )
}

const WRONG =
  'Check the tube code: it does not belong to this record. You can try up to five times.'

function reported(error: unknown): string {
  reportClientError('Failed to send a tube code', error)
  return unexpected()
}
