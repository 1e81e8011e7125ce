import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../api.ts'
import { currentSession } from '../auth-client.ts'
import { reportClientError } from '../report-error.ts'
import { secondStepOf } from '../second-step.ts'
import { profile } from '../session.ts'
import { PROFILE_NOT_LOADED } from './form-words.ts'
import { withFrom } from './return-path.ts'

/**
 * Returns a function that navigates to the missing second step, to sign-up without a profile, or
 * to `from` or `fallback`. It resolves to null or an error message.
 */
export function useAfterSignIn(from: string | null, fallback: string) {
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
        const query = new URLSearchParams({ finish: '1', from: from ?? fallback })
        await navigate(`/signup?${query}`, { replace: true, state })
        return null
      }
      reportClientError('Failed to fetch user profile', error)
      return PROFILE_NOT_LOADED
    }
    await navigate(from ?? fallback, { replace: true, state })
    return null
  }
}
