import type { AuthError } from '@supabase/auth-js'

/** Takes whether the present password was shown; null while nobody asks for it. */
export type AnswerPassword = ((isRight: boolean) => void) | null

let asking: AnswerPassword = null
const windows = new Set<() => void>()

/**
 * The answer of a call that changes how an account is signed in to. When the service asks for the
 * present password first, the PasswordWindow of the screen asks the member for it and the call is made
 * again; of a member who turns away it is the refusal.
 */
export async function proven<T extends { error: AuthError | null }>(
  call: () => Promise<T>,
): Promise<T> {
  const answer = await call()
  const isAsked = answer.error?.code === 'current_password_required' && windows.size > 0
  if (!isAsked) return answer
  const isRight = await new Promise<boolean>((resolve) => ask(resolve))
  ask(null)
  return isRight ? await call() : answer
}

/** For the window: tells it when a question begins or ends. Returns the way to stop. */
export function followQuestion(tell: () => void): () => void {
  windows.add(tell)
  return () => windows.delete(tell)
}

export function currentQuestion(): AnswerPassword {
  return asking
}

function ask(question: AnswerPassword): void {
  asking = question
  for (const tell of windows) tell()
}
