import { type FormEvent, type ReactNode, useState } from 'react'
import type { AccountLink } from '../../domain/link-owner.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { TextField } from '../ui/field.tsx'
import { readText, unexpected } from '../ui/form-text.ts'
import { useErrorTitle } from '../ui/use-error-title.ts'
import styles from './account.module.css'
import type { EmailLink } from './email-link.ts'
import { FormProblem } from './form-problem.tsx'
import { isAddressOf } from './read-account-link.ts'

type Props = {
  link: EmailLink
  owner: AccountLink
  title: string
  /** What the link does, and to whose account. */
  children: ReactNode
  button: string
  /** `email` is what was typed, or null when nothing was asked. Resolves to null or an error. */
  onContinue: (email: string | null) => Promise<string | null>
  onNotMe: () => void
}

/** In a browser that did not ask for the mail it asks for the address before it goes on. */
export function LinkAddressForm(props: Props) {
  const { link, owner, title, children, button, onContinue, onNotMe } = props
  const [errors, setErrors] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  useErrorTitle(errors)
  const asksAddress = owner.state === 'other_browser'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = readText(new FormData(event.currentTarget), 'email').trim().toLowerCase()
    setErrors(asksAddress && !typed ? [MISSING] : [])
    setProblem(null)
    if (asksAddress && !typed) return
    setPending(true)
    try {
      if (asksAddress && owner.kind && !(await isAddressOf(link, typed))) setErrors([OTHER])
      else setProblem(await onContinue(asksAddress ? typed : null))
    } catch {
      setProblem(unexpected())
    } finally {
      setPending(false)
    }
  }

  return (
    <>
      <ErrorSummary errors={errors} />
      <h1>{title}</h1>
      <div className={styles.intro}>
        <p>{children}</p>
        {asksAddress && (
          <p>
            It was not asked for in this browser. To make sure that the account is yours, enter its
            email address.
          </p>
        )}
      </div>
      <form noValidate onSubmit={submit}>
        {asksAddress && (
          <TextField
            name="email"
            label="Your email address"
            type="email"
            autoComplete="email"
            error={errors[0]?.message}
          />
        )}
        <div className={styles.submit}>
          <Button type="submit" pending={isPending} wide>
            {button}
          </Button>
        </div>
        <TextButton onClick={onNotMe}>This is not me</TextButton>
      </form>
      <FormProblem>{problem}</FormProblem>
    </>
  )
}

const MISSING = { field: 'email', message: 'Please enter your email address.' }
const OTHER = {
  field: 'email',
  message:
    'This is not the address of the account that the link opens. If it is your address, press ‘This is not me’.',
}
