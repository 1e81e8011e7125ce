import { type FormEvent, useState } from 'react'
import { readClaimCode } from '../../domain/claim-code.ts'
import type { Claimed } from '../../domain/claim-schemas.ts'
import { isCalendarDate } from '../../domain/uk-time.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { ApiError, send } from '../api.ts'
import { reportClientError } from '../report-error.ts'
import { Button } from '../ui/button.tsx'
import { DateOfBirthField } from '../ui/date-of-birth-field.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { TextField } from '../ui/field.tsx'
import { readText, unexpected } from '../ui/form-text.ts'
import { useErrorTitle } from '../ui/use-error-title.ts'
import styles from './letter.module.css'

type Props = { onClaimed: (claimed: Claimed) => Promise<void> }

/** What was typed stays after every failure. */
export function ClaimForm({ onClaimed }: Props) {
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [claimOnce] = useState(createClaim)
  useErrorTitle(errors)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget)
    const code = readClaimCode(readText(typed, 'code'))
    const dateOfBirth = readText(typed, 'dateOfBirth')
    const wrong: FieldError[] = []
    if (code === null) wrong.push({ field: 'code', message: MISREAD })
    if (!isCalendarDate(dateOfBirth)) wrong.push({ field: 'dateOfBirth', message: NO_DATE })
    setErrors(wrong)
    setProblem(null)
    if (code === null || wrong.length > 0) return
    setPending(true)
    try {
      await onClaimed(await claimOnce({ code, date_of_birth: dateOfBirth }))
    } catch (error) {
      const message = fieldMessageOf(error)
      if (message) setErrors([{ field: 'code', message: `${message} ${CHECK_BOTH}` }])
      else setProblem(error instanceof ApiError ? error.message : reported(error))
    }
    setPending(false)
  }

  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <ErrorSummary errors={errors} />
      <div className={styles.code}>
        <TextField
          name="code"
          label="Code from the letter"
          hint="12 letters and numbers, in three groups. You can leave out the hyphens and use small letters."
          width={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          error={errorOf('code')}
        />
      </div>
      <DateOfBirthField
        name="dateOfBirth"
        label="Your date of birth"
        hint="For example, 27 3 1965."
        error={errorOf('dateOfBirth')}
      />
      <div>
        <Button type="submit" pending={isPending}>
          Find my record
        </Button>
      </div>
      <FormProblem>{problem}</FormProblem>
    </form>
  )
}

const MISREAD = 'Check the code: one of the letters or numbers is wrong or missing.'
const NO_DATE = 'Date of birth must be a real date, for example 27 3 1965.'
const CHECK_BOTH =
  'Check the code and the date. After five wrong dates, the code stops working. Call us for another letter.'

/** Sends a repeat of the same claim under the same key. */
function createClaim() {
  let sent = ''
  let idempotencyKey = ''
  return (body: { code: string; date_of_birth: string }): Promise<Claimed> => {
    const text = JSON.stringify(body)
    if (text !== sent) idempotencyKey = crypto.randomUUID()
    sent = text
    return send('POST /api/record-claims', { body, idempotencyKey })
  }
}

function fieldMessageOf(error: unknown): string | null {
  const fields: unknown = error instanceof ApiError ? error.body.fields : null
  const { message }: { message?: unknown } = Array.isArray(fields) ? Object(fields[0]) : {}
  return typeof message === 'string' ? message : null
}

function reported(error: unknown): string {
  reportClientError('Failed to claim a record', error)
  return unexpected()
}
