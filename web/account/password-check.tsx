import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentPasswordCheck, subscribeToPasswordCheck } from './with-password-check.ts'

const ConfirmPassword = lazy(() =>
  import('./confirm-password.tsx').then(({ ConfirmPassword }) => ({ default: ConfirmPassword })),
)

/** The dialog of `withPasswordCheck`; mount one on each screen. */
export function PasswordCheck() {
  const answer = useSyncExternalStore(subscribeToPasswordCheck, currentPasswordCheck, () => null)
  if (!answer) return null
  return (
    <Suspense>
      <ConfirmPassword onAnswer={answer} />
    </Suspense>
  )
}
