import type { AuthError, GoTrueClient } from '@supabase/auth-js'
import { authClient } from '../auth-client.ts'
import { appOf, secondStepOf } from '../second-step.ts'

/** Why a code was not taken. */
export type CodeProblem = 'wrong' | 'wait' | 'over' | 'failed'

/**
 * Shows the service a code of his app, or one of his recovery codes: null when he is signed in now,
 * by this or in another tab meanwhile. Rejects when the session cannot be told.
 */
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
  // The app may have been taken away, here or by our office, or the whole session.
  const { data } = await client.refreshSession()
  if (!data.session) return 'over'
  return secondStepOf(data.session) ? 'failed' : null
}
