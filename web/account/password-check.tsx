import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentPasswordCheck, subscribeToPasswordCheck } from './with-password-check.ts'

// Loaded on demand: few sessions are old enough to be asked.
const ConfirmPassword = lazy(() =>
  import('./confirm-password.tsx').then(({ ConfirmPassword }) => ({ default: ConfirmPassword })),
)

/** Asks for the current password while a call of `withPasswordCheck` waits; mount one on each screen. */
export function PasswordCheck() {
  const answer = useSyncExternalStore(subscribeToPasswordCheck, currentPasswordCheck, () => null)
  if (!answer) return null
  return (
    <Suspense>
      <ConfirmPassword onAnswer={answer} />
    </Suspense>
  )
}
