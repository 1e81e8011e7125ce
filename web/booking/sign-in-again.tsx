import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { SIGN_IN } from './booking-text.ts'
import styles from './sign-in-again.module.css'

/** Shown when the session ended; the entries stay on the page. */
export function SignInAgain() {
  const { pathname, search } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button may be far below; focus does not move while the member is typing.
    if (!document.activeElement?.matches('input, select, textarea')) box.current?.focus()
  }, [])
  return (
    <div ref={box} tabIndex={-1} className={styles.box}>
      <Notice tone="warn" icon="lock-key" role="alert" title={SIGN_IN.title}>
        <p>{SIGN_IN.text}</p>
        <ButtonLink to={`/login?from=${encodeURIComponent(pathname + search)}`}>
          Sign in again
        </ButtonLink>
      </Notice>
    </div>
  )
}
