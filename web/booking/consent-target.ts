import { isCalendarDate, ukDate } from '../../domain/uk-time.ts'
import { ApiError, send } from '../api.ts'
import { requireMember } from '../session.ts'
import { loadUpcoming } from './book.ts'

/** `key` is from a mailed link. */
export type ConsentTarget = {
  profileId: number
  testDate: string
  eventId: number | null
  eventName: string | null
  key: string | null
}

/** The profile and date of the address; null when invalid or when the London date is over. */
export function targetFromQuery(
  search: string,
  now: Date,
): Pick<ConsentTarget, 'profileId' | 'testDate'> | null {
  const query = new URLSearchParams(search)
  const profileId = query.get('profile_id') ?? ''
  const testDate = query.get('test_date') ?? ''
  if (!/^[1-9]\d{0,9}$/.test(profileId) || !isCalendarDate(testDate)) return null
  return testDate < ukDate(now) ? null : { profileId: Number(profileId), testDate }
}

/** The key is in the fragment, so that it reaches no server and no log. */
export function keyFromHash(hash: string): string | null {
  return /^#key=([\w-]{43})$/.exec(hash)?.[1] ?? null
}

/** Null unless the link is valid or the address names the signed-in member. */
export async function loadConsentTarget(request: Request): Promise<ConsentTarget | null> {
  const { search } = new URL(request.url)
  const target = targetFromQuery(search, new Date())
  if (!target) return null
  // The router's request has no fragment.
  const key = keyFromHash(location.hash)
  if (key) {
    const test = await loadTestOfLink(key)
    const isThis = test?.profile_id === target.profileId && test.test_date === target.testDate
    return isThis ? { ...target, eventId: null, eventName: test.event_name, key } : null
  }
  const { profileId } = await requireMember({ request })
  if (profileId !== target.profileId) return null
  const upcoming = await loadUpcoming(profileId)
  const booked = upcoming.find(
    ({ appt_date, status }) => appt_date === target.testDate && status === 'booked',
  )
  const { event_id: eventId = null, event_name: eventName = null } = booked ?? {}
  return { ...target, eventId, eventName, key: null }
}

async function loadTestOfLink(key: string) {
  try {
    return await send('POST /api/medical/consent-link', { body: { key } })
  } catch (error) {
    if (error instanceof ApiError && error.status < 429) return null
    throw error
  }
}
