import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentQuestion, followQuestion } from './with-password-check.ts'

// Loaded on demand: few sessions are old enough to be asked.
const AskPassword = lazy(() =>
  import('./confirm-password.tsx').then(({ AskPassword }) => ({ default: AskPassword })),
)

/** Asks for the current password while a call of `proven` waits; mount one on each screen. */
export function PasswordWindow() {
  const answer = useSyncExternalStore(followQuestion, currentQuestion, () => null)
  if (!answer) return null
  return (
    <Suspense>
      <AskPassword onAnswer={answer} />
    </Suspense>
  )
}
