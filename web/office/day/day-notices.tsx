import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { DayState } from './day-session.ts'
import { pressesWait, TROUBLE_WORDS } from './day-text.ts'

/** What stands in the way of keeping or sending, and what to do. */
export function DayNotices({ state, waiting }: { state: DayState; waiting: number }) {
  const { problem, line, phase, isWithdrawn } = state
  return (
    <>
      {problem && (
        <Notice tone="warn" role="alert">
          <p>{TROUBLE_WORDS[problem]}</p>
        </Notice>
      )}
      {line === 'signed out' && phase !== 'new' && (
        <Notice tone="warn" role="alert">
          <p>
            You have been signed out. Everything is still on this tablet. Sign in again when you
            can, and open the day with its code.
          </p>
          <ButtonLink to={signInAddress()} reloadDocument>
            Sign in
          </ButtonLink>
        </Notice>
      )}
      {isWithdrawn && (
        <Notice tone="warn" role="alert">
          <p>
            You can no longer open this day. The list of people has been removed from this tablet.
          </p>
          {waiting > 0 && (
            <p>
              {pressesWait(waiting)} to be sent, encrypted on this tablet. Give the tablet and the
              code to the day lead. When they sign in and open the day, everything will be sent.
            </p>
          )}
        </Notice>
      )}
    </>
  )
}

/** Absolute, because the office's links are below /office. */
export function signInAddress(): string {
  return `${location.origin}/login?from=${encodeURIComponent(location.pathname)}`
}
