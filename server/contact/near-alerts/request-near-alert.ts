import { isEmailAddress, normaliseEmail } from '../../../domain/email-address.ts'
import { type AlertMiles, NEAR_ALERT_WORDS } from '../../../domain/near-alerts.ts'
import { readPostcode } from '../../../domain/nearby.ts'
import { CONFIRM_DAYS } from '../../../domain/newsletter.ts'
import type { Deps } from '../../deps.ts'
import { findPlaceOfEvents } from '../../events/find-nearby.ts'
import type { Place } from '../../events/nearby/find-place.ts'
import { nearAlertAsked, nearAlertKnown } from '../../messages/mails/near-alert-asked.ts'
import { commit } from '../../platform/commit.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { consume, consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import { linksOf } from '../newsletter/double-opt-in.ts'
import { upsertNearAlert } from './near-alerts.queries.ts'
import { NEAR_ALERT } from './opt-in.ts'

const DAY_MS = 24 * 3_600_000

type AlertDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>
type Asked = { email: string; location: string; miles: AlertMiles }
export type FieldInError = 'email' | 'location'

/**
 * The fields that are in error; none when the request is stored. New and known addresses get the
 * same answer. Throws Refused too_many_requests.
 */
export async function requestNearAlert(
  deps: AlertDeps,
  { asked, address }: { asked: Asked; address: string },
): Promise<FieldInError[]> {
  const email = normaliseEmail(plainText(asked.email))
  const now = deps.now()
  const place = await findPlaceOfEvents(deps.database.db, plainText(asked.location), now)
  const isAddress = isEmailAddress(email)
  if (!isAddress || !place)
    return [...(place ? [] : ['location' as const]), ...(isAddress ? [] : ['email' as const])]
  await commit(deps, async (tx) => {
    await consumeOrThrow(tx, deps, 'near alerts asked from an address', address)
    const row = await upsertNearAlert(tx, {
      ...roughly(place),
      email,
      miles: asked.miles,
      wording: NEAR_ALERT_WORDS,
      askedAt: now,
      confirmUntil: new Date(now.getTime() + CONFIRM_DAYS * DAY_MS),
    })
    if ((await consume(tx, deps, 'near alert mails to', email)) === null) return
    const { confirm, leave } = linksOf(deps, NEAR_ALERT, row.id)
    const { miles, place: of } = row
    const mail =
      row.state === 'confirmed'
        ? nearAlertKnown({ email, miles, place: of ?? '', leave })
        : nearAlertAsked({ email, confirm, leave })
    await deps.jobs.enqueue(tx, 'mail', mail)
  })
  return []
}

/** Within about a mile: the sector of a postcode, not the street. */
function roughly({ name, latitude, longitude }: Place) {
  const postcode = readPostcode(name)
  return {
    place: postcode ? (postcode.sector ?? postcode.district) : name,
    latitude: Math.round(latitude * 100) / 100,
    longitude: Math.round(longitude * 100) / 100,
  }
}
