import { isCalendarDate, ukDate } from '../../domain/uk-time.ts'
import { ApiError, send } from '../api.ts'
import { requireMember } from '../session.ts'
import { loadUpcoming } from './book.ts'

/** A test awaiting consent; `key` when a mailed link opened it. */
export type ConsentTarget = {
  profileId: number
  testDate: string
  eventId: number | null
  eventName: string | null
  key: string | null
}

/** The profile id and London date in the query (spec §2); null if invalid or over at `now`. */
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

/** The key of a mailed link, or null. It is in the fragment, so it reaches no server and no log. */
export function keyFromHash(hash: string): string | null {
  return /^#key=([\w-]{43})$/.exec(hash)?.[1] ?? null
}

/**
 * Null unless the link is valid or the address names the signed-in member. Throws a redirect to
 * /login without a session and a link.
 */
export async function loadConsentTarget(request: Request): Promise<ConsentTarget | null> {
  const { search } = new URL(request.url)
  const asked = targetFromQuery(search, new Date())
  if (!asked) return null
  // The router's request has no fragment; a mailed link is a document load, so location has it.
  const key = keyFromHash(location.hash)
  if (key) {
    const test = await testOfLink(key)
    const isThis = test?.profile_id === asked.profileId && test.test_date === asked.testDate
    return isThis ? { ...asked, eventId: null, eventName: test.event_name, key } : null
  }
  const { profileId } = await requireMember({ request })
  if (profileId !== asked.profileId) return null
  const upcoming = await loadUpcoming(profileId)
  const booked = upcoming.find(
    ({ appt_date, status }) => appt_date === asked.testDate && status === 'booked',
  )
  const { event_id: eventId = null, event_name: eventName = null } = booked ?? {}
  return { ...asked, eventId, eventName, key: null }
}

async function testOfLink(key: string) {
  try {
    return await send('POST /api/medical/consent-link', { body: { key } })
  } catch (error) {
    if (error instanceof ApiError && error.status < 429) return null
    throw error
  }
}
