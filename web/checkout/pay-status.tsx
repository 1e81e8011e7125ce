import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Helpline } from '../events/helpline.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './checkout.module.css'
import { type PayProblem, WAIT, waitingText } from './payment-text.ts'
import type { PayState } from './settle-order.ts'

/** Replaces the form during payment; takes the focus, so that it is announced. */
export function Waiting({ state, email }: { state: PayState; email: string | null }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const late = state.step === 'capturing' ? waitingText(state.tries, email) : ''
  const message = 'message' in state ? state.message : null
  return (
    <div ref={box} tabIndex={-1} className={styles.waiting}>
      <Spinner>{WAIT}</Spinner>
      <div role="status">
        {message && <p>{message}</p>}
        {state.step === 'paying' && (
          <p>
            {state.source === 'paypal'
              ? 'Confirm the payment in the PayPal window. '
              : 'Your bank may ask you to confirm the payment, here or in its app. '}
            Please do not close this page.
          </p>
        )}
        {late && <p>{late}</p>}
        {late && (
          <p>
            Questions? Call <Helpline />.
          </p>
        )}
      </div>
    </div>
  )
}

export function NotPaid({ problem }: { problem: PayProblem | null }) {
  const box = useRef<HTMLDivElement>(null)
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (problem) box.current?.focus()
  }, [problem])
  if (!problem) return null
  return (
    <div ref={box} tabIndex={-1} className={styles.status}>
      <Notice tone="warn" role="alert" title="Your booking is not paid for yet">
        <p>{problem.text}</p>
        {problem.advice && <p>{problem.advice}</p>}
        {problem.more && <p className="small">{problem.more}</p>}
        {problem.isSignedOut ? (
          <ButtonLink to={`/login?from=${encodeURIComponent(pathname + search)}`}>
            Sign in again
          </ButtonLink>
        ) : (
          <p>
            We are still holding your place until the time shown above. If you cannot pay, please
            call <Helpline />.
          </p>
        )}
      </Notice>
    </div>
  )
}
