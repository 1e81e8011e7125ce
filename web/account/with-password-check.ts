import type { AuthError } from '@supabase/auth-js'

/** Callback for whether the current password was right; null when no question is open. */
export type PasswordCheckCallback = ((isRight: boolean) => void) | null

let asking: PasswordCheckCallback = null
const windows = new Set<() => void>()

/**
 * Runs `call`; when the service requires the current password, PasswordCheck asks for it and
 * `call` runs again. On cancel it returns the refusal.
 */
export async function withPasswordCheck<T extends { error: AuthError | null }>(
  call: () => Promise<T>,
): Promise<T> {
  const answer = await call()
  const isAsked = answer.error?.code === 'current_password_required' && windows.size > 0
  if (!isAsked) return answer
  const isRight = await new Promise<boolean>((resolve) => ask(resolve))
  ask(null)
  return isRight ? await call() : answer
}

/** Subscribes to the start and end of a question; returns the unsubscribe. */
export function subscribeToPasswordCheck(tell: () => void): () => void {
  windows.add(tell)
  return () => windows.delete(tell)
}

export function currentPasswordCheck(): PasswordCheckCallback {
  return asking
}

function ask(question: PasswordCheckCallback): void {
  asking = question
  for (const tell of windows) tell()
}
