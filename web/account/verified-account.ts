import { authClient } from '../auth-client.ts'

/**
 * For a hosted authentication service, which shows whose link it is only by using it up. Signs out
 * again and resolves to an error message when it opened another account than the typed address's.
 */
export async function otherAccountProblem(
  typed: string | null,
  user: { email?: string | undefined } | null,
): Promise<string | null> {
  if (typed !== null && user?.email?.toLowerCase() === typed) return null
  await (await authClient()).signOut({ scope: 'local' })
  return 'This link opened another account, so you are signed out again. Please sign in to your own account.'
}
