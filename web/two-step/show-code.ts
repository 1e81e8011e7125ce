import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { authClient } from '../auth-client.ts'
import { appOf, secondStepOf } from '../second-step.ts'

export type CodeProblem = 'wrong' | 'wait' | 'over' | 'failed'

/** Null when the user is now signed in. Rejects when the session cannot be read. */
export async function showCode(
  code: string,
  { isOnPaper }: { isOnPaper: boolean },
): Promise<CodeProblem | null> {
  const client = await authClient()
  const { data } = await client.getSession()
  if (!data.session) return 'over'
  const app = appOf(data.session.user)
  if (!app || secondStepOf(data.session) !== 'code') return null
  const { error } = isOnPaper
    ? await client.mfa.recoveryCodes.verify({ code })
    : await client.mfa.challengeAndVerify({ factorId: app.id, code })
  return error && (await readProblem(client, error))
}

async function readProblem(
  client: GoTrueClient,
  { name, code, status }: AuthError,
): Promise<CodeProblem | null> {
  if (code === 'mfa_verification_failed') return 'wrong'
  if (status === 429) return 'wait'
  if (name === 'AuthRetryableFetchError') return 'failed'
  // The app or the whole session may have been removed, here or by the office.
  const { data } = await client.refreshSession()
  if (!data.session) return 'over'
  return secondStepOf(data.session) ? 'failed' : null
}
