import type { AuthError } from '@supabase/auth-js'

/**
 * The answer of a call that changes how an account is signed in to. When the service asks for the
 * present password first, the member is asked for it and the call is made again; of a member who
 * turns away it is the refusal.
 */
export async function proven<T extends { error: AuthError | null }>(
  call: () => Promise<T>,
): Promise<T> {
  const answer = await call()
  if (answer.error?.code !== 'current_password_required') return answer
  const { askPassword } = await import('./ask-password.tsx')
  return (await askPassword()) ? await call() : answer
}
