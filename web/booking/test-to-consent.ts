import { isCalendarDate, ukDate } from '../../domain/uk-time.ts'
import { ApiRefused, send } from '../api.ts'
import { requireMember } from '../session.ts'
import { loadUpcoming } from './book.ts'

/** A test that a member is asked to consent to; `key` when a link that he was mailed asks. */
export type TestToConsent = {
  profileId: number
  /** London date, 'YYYY-MM-DD'. */
  testDate: string
  eventId: number | null
  eventName: string | null
  key: string | null
}

/**
 * The profile and the London date that an address names (spec §2, /test-consent); null unless both are
 * there, the one a number and the other a day that is not over at `now`.
 */
export function askedIn(
  search: string,
  now: Date,
): Pick<TestToConsent, 'profileId' | 'testDate'> | null {
  const query = new URLSearchParams(search)
  const profileId = query.get('profile_id') ?? ''
  const testDate = query.get('test_date') ?? ''
  if (!/^[1-9]\d{0,9}$/.test(profileId) || !isCalendarDate(testDate)) return null
  return testDate < ukDate(now) ? null : { profileId: Number(profileId), testDate }
}

/** The key of a mailed link. It stands behind the #, which is sent to no server. */
export function keyIn(hash: string): string | null {
  return /^#key=([\w-]{43})$/.exec(hash)?.[1] ?? null
}

/**
 * The test for a link that is still good, or for the member who is signed in and whom the address
 * names; null for anybody else. Who is not signed in and has no link is led to /login.
 */
export async function loadTest(request: Request): Promise<TestToConsent | null> {
  const { search } = new URL(request.url)
  const asked = askedIn(search, new Date())
  if (!asked) return null
  // A request of the router has no #; a link in a mail is opened as a document.
  const key = keyIn(location.hash)
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
    if (error instanceof ApiRefused && error.status < 429) return null
    throw error
  }
}
