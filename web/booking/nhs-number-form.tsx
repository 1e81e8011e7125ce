import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CharityEvent, UserProfile } from '../../domain/contract.ts'
import { TYPE_AGAIN_HINT, useBlockPaste } from '../account/block-paste.tsx'
import { FormProblem } from '../account/form-problem.tsx'
import { NhsNumberField } from '../account/nhs-number-field.tsx'
import { send } from '../api.ts'
import { Helpline } from '../events/helpline.tsx'
import { reportClientError } from '../report-error.ts'
import { storeProfile } from '../session.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { bookingOwner } from './booking-path.ts'
import { isSignedOut, nhsNumberProblem } from './booking-text.ts'
import styles from './check-nhs-number.module.css'
import { storeNhsConfirmation } from './nhs-number-step.ts'
import { confirmedNumber, nhsErrors } from './nhs-typed-twice.ts'
import { SignInAgain } from './sign-in-again.tsx'

type Props = {
  member: UserProfile
  event: CharityEvent
  onward: string
}

/** The NHS number, typed twice (rules §2.3) and never stored in the browser. */
export function NhsNumberForm({ member, event, onward }: Props) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState({ number: '', again: '' })
  const [left, setLeft] = useState({ number: false, again: false })
  const { inputProps, notice } = useBlockPaste('these two fields')
  const [refused, setRefused] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  const isSending = useRef(false)
  const errors = nhsErrors(typed, left)
  const number = confirmedNumber(typed)

  async function confirm(submitted: FormEvent) {
    submitted.preventDefault()
    if (number === null || isSending.current) return
    isSending.current = true
    setPending(true)
    setRefused(null)
    try {
      // Also when unchanged, because the server records the confirmation.
      await send('PUT /api/auth/profile', {
        query: { email: member.email },
        body: { nhs_number: number },
      })
      storeProfile({ ...member, nhsNumber: number })
      storeNhsConfirmation(bookingOwner(member, event))
      await navigate(onward)
    } catch (error) {
      reportClientError('Failed to confirm NHS number', error)
      setRefused(error)
    }
    isSending.current = false
    setPending(false)
  }

  const fieldOf = (name: keyof typeof typed) => ({
    name: FIELDS[name],
    error: errors[name],
    isAnnounced: true,
    onDigitsChange: (text: string) => setTyped((before) => ({ ...before, [name]: text })),
    onBlur: () => setLeft((before) => ({ ...before, [name]: true })),
    ...inputProps,
  })

  return (
    <form className={styles.form} noValidate autoComplete="off" onSubmit={confirm}>
      {isSignedOut(refused) && <SignInAgain />}
      <p>
        The laboratory for this event needs your correct 10-digit NHS number. It is on any NHS
        letter, on a prescription and in the NHS App.
      </p>
      <TextField name="email" label="Email" value={member.email} readOnly autoComplete="email" />
      <NhsNumberField {...fieldOf('number')} label="NHS number" hint={NUMBER_HINT} />
      <NhsNumberField
        {...fieldOf('again')}
        label="Confirm NHS number"
        hint={TYPE_AGAIN_HINT}
        isRepeated
      />
      {notice}
      <div className={styles.action}>
        {number === null && (
          <p id="why-not-confirm" className="small soft">
            Type the same 10 digits in both boxes to confirm.
          </p>
        )}
        <Buttons>
          <Button
            type="submit"
            pending={isPending}
            disabled={number === null}
            aria-describedby={number === null ? 'why-not-confirm' : undefined}
          >
            Confirm
          </Button>
          <Link to={`/event/${event.event_id}`}>Back to the event</Link>
        </Buttons>
        <FormProblem>
          {refused !== null && !isSignedOut(refused) ? nhsNumberProblem(refused) : null}
        </FormProblem>
      </div>
      <p className="small soft">
        If you cannot find your number, call <Helpline />.
      </p>
    </form>
  )
}

const FIELDS = { number: 'nhs', again: 'confirmNhs' } as const
const NUMBER_HINT = '10 digits, for example 999 123 4567. Spaces and dashes are fine.'
