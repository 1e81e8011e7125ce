import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../api.ts'
import { currentSession } from '../auth-client.ts'
import { reportClientError } from '../report-error.ts'
import { secondStepOf } from '../second-step.ts'
import { profile } from '../session.ts'
import { PROFILE_NOT_LOADED } from './form-words.ts'
import { withFrom } from './return-path.ts'

/**
 * Navigates after sign-in: to the missing second step, to finish sign-up without a profile, else
 * to `from` or `otherwise`. Resolves to null, or to an error message.
 */
export function useAfterSignIn(from: string | null, otherwise: string) {
  const navigate = useNavigate()
  const { state } = useLocation()
  return async (): Promise<string | null> => {
    const session = await currentSession()
    if (session && secondStepOf(session)) {
      await navigate(withFrom('/login', from), { replace: true, state })
      return null
    }
    try {
      await profile()
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        const query = new URLSearchParams({ finish: '1', from: from ?? otherwise })
        await navigate(`/signup?${query}`, { replace: true, state })
        return null
      }
      reportClientError('Failed to fetch user profile', error)
      return PROFILE_NOT_LOADED
    }
    await navigate(from ?? otherwise, { replace: true, state })
    return null
  }
}
