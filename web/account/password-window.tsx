import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentQuestion, followQuestion } from './proven.ts'

// Few sessions are old enough to be asked.
const AskPassword = lazy(() =>
  import('./ask-password.tsx').then(({ AskPassword }) => ({ default: AskPassword })),
)

/** Shows the question for the present password while a call of `proven` waits; one for each screen. */
export function PasswordWindow() {
  const answer = useSyncExternalStore(followQuestion, currentQuestion, () => null)
  if (!answer) return null
  return (
    <Suspense>
      <AskPassword onAnswer={answer} />
    </Suspense>
  )
}
