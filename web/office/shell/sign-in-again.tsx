import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { authClient, currentSession } from '../../auth-client.ts'
import { secondStepOf } from '../../second-step.ts'
import { showCode } from '../../two-step/show-code.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import dialogStyles from '../../ui/dialog.module.css'
import { TextField } from '../../ui/field.tsx'
import { authErrorText, readText, unexpected } from '../../ui/form-text.ts'
import { type LockReason, restoreFocus, unlock } from '../lock.ts'
import { accountEmail, leaveOffice } from '../session.ts'
import styles from './shell.module.css'

type Step = 'password' | 'code'

/** Over the hidden screens, which keep what was typed. A sign-in in another tab opens them too. */
export function SignInAgain({ reason }: { reason: LockReason }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [step, setStep] = useState<Step>('password')
  const title = useId()
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  useEffect(() => restoreFocus, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own field
  useLayoutEffect(() => dialog.current?.querySelector<HTMLElement>('[required]')?.focus(), [step])
  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      aria-labelledby={title}
      onCancel={(event) => event.preventDefault()}
      // A browser closes it on the second Esc all the same.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      <h2 id={title}>{reason === 'idle' ? 'The office is locked' : 'You have been signed out'}</h2>
      <p>
        {reason === 'idle' && 'You did nothing for 30 minutes, so we locked the office. '}
        Sign in again as <b>{accountEmail()}</b>. What you have typed is still here.
      </p>
      <AgainForm key={step} step={step} onPassword={() => setStep('code')} />
      <p className={styles.ways}>
        <a href="/login?from=/office" target="_blank" rel="noreferrer">
          Sign in on a new tab
        </a>{' '}
        <button type="button" onClick={() => leaveOffice()}>
          Leave without saving
        </button>
      </p>
    </dialog>
  )
}

function AgainForm({ step, onPassword }: { step: Step; onPassword: () => void }) {
  const [error, setError] = useState<string>()
  const [isPending, setPending] = useState(false)
  const { name, missing, show, box } = FIELDS[step]

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = readText(new FormData(event.currentTarget), name)
    setError(typed ? undefined : missing)
    if (!typed) return
    setPending(true)
    try {
      const problem = await show(typed)
      if (problem) return setError(problem)
      const session = await currentSession()
      if (session && secondStepOf(session)) onPassword()
      else unlock()
    } catch {
      setError(unexpected())
    } finally {
      setPending(false)
    }
  }

  return (
    <form noValidate onSubmit={submit}>
      {step === 'password' && (
        // Lets a password manager find the account.
        <input type="hidden" name="username" autoComplete="username" value={accountEmail()} />
      )}
      <TextField name={name} {...box} error={error} isAnnounced />
      <div className={styles.choices}>
        <Buttons>
          <Button type="submit" pending={isPending}>
            Continue
          </Button>
        </Buttons>
      </div>
    </form>
  )
}

const FIELDS = {
  password: {
    name: 'lock-password',
    missing: 'Enter your password.',
    show: showPassword,
    box: { label: 'Password', type: 'password', autoComplete: 'current-password' },
  },
  code: {
    name: 'lock-code',
    missing: 'Enter the 6 digits shown in your app.',
    show: showAppCode,
    box: {
      label: 'Code from your app',
      autoComplete: 'one-time-code',
      inputMode: 'numeric',
      width: 10,
    },
  },
} as const

/** Both resolve to null, or to an error message. */
async function showPassword(password: string): Promise<string | null> {
  const { error } = await (await authClient()).signInWithPassword({
    email: accountEmail(),
    password,
  })
  return error && authErrorText(error)
}

async function showAppCode(code: string): Promise<string | null> {
  const problem = await showCode(code.replace(/[\s-]/g, ''), { isOnPaper: false })
  if (problem === 'wrong') return 'This code is wrong. Enter the one shown in your app now.'
  if (problem === 'wait') return 'Too many tries. Please wait a few minutes, then try again.'
  return problem && unexpected()
}
