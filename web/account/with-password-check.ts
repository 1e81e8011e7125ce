import type { AuthError } from '@supabase/auth-js'

/** Null when no check is open. */
type PasswordCheckCallback = ((isRight: boolean) => void) | null

let callback: PasswordCheckCallback = null
const listeners = new Set<() => void>()

/** Repeats `call` after PasswordCheck, when the service requires the current password. */
export async function withPasswordCheck<T extends { error: AuthError | null }>(
  call: () => Promise<T>,
): Promise<T> {
  const result = await call()
  const isRequired = result.error?.code === 'current_password_required' && listeners.size > 0
  if (!isRequired) return result
  const isRight = await new Promise<boolean>((resolve) => setCallback(resolve))
  setCallback(null)
  return isRight ? await call() : result
}

export function subscribeToPasswordCheck(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentPasswordCheck(): PasswordCheckCallback {
  return callback
}

function setCallback(next: PasswordCheckCallback): void {
  callback = next
  for (const listener of listeners) listener()
}
