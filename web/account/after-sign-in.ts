import { useLocation, useNavigate } from 'react-router'
import { ApiError } from '../api.ts'
import { currentSession } from '../auth-client.ts'
import { reportClientError } from '../report-error.ts'
import { secondStepOf } from '../second-step.ts'
import { profile } from '../session.ts'
import { PROFILE_NOT_LOADED } from '../ui/form-text.ts'
import { showAfterNavigation } from '../ui/navigation-message.ts'
import { isOffice, LETTER_PAGE, withFrom } from './return-path.ts'

/**
 * Returns a function that navigates to the missing second step, to sign-up without a profile, or
 * to `from` or `fallback`. It resolves to null or an error message. Staff need no profile for the
 * office. `said` is what the page says on which it lands.
 */
export function useAfterSignIn(
  from: string | null,
  fallback: string,
  answer = 'You are signed in.',
) {
  const navigate = useNavigate()
  const { state } = useLocation()
  return async (): Promise<string | null> => {
    const session = await currentSession()
    if (session && secondStepOf(session)) {
      await navigate(withFrom('/login', from), { replace: true, state })
      return null
    }
    if (from && isOffice(from)) return openOffice(from)
    try {
      await profile()
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        if (from === LETTER_PAGE) {
          await navigate(from, { replace: true, state })
          return null
        }
        if (!from && session?.user.app_metadata.staff === true) return openOffice('/office')
        const query = new URLSearchParams({ finish: '1', from: from ?? fallback })
        await navigate(`/signup?${query}`, { replace: true, state })
        return null
      }
      if (error instanceof ApiError && error.code === 'new_device') {
        await navigate(withFrom('/new-device', from ?? fallback), { replace: true, state })
        return null
      }
      reportClientError('Failed to fetch user profile', error)
      return PROFILE_NOT_LOADED
    }
    await showAfterNavigation(answer, () => navigate(from ?? fallback, { replace: true, state }))
    return null
  }
}

/** Never resolves: the form stays pending until the page is gone. */
function openOffice(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => undefined)
}
