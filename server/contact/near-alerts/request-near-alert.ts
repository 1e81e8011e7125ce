import { isEmailAddress, normaliseEmail } from '../../../domain/email-address.ts'
import type { AlertMiles } from '../../../domain/near-alerts.ts'
import { readPostcode } from '../../../domain/nearby.ts'
import type { Deps } from '../../deps.ts'
import { findPlaceOfEvents } from '../../events/find-nearby.ts'
import type { Place } from '../../events/nearby/find-place.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { requestOptIn } from '../newsletter/double-opt-in.ts'
import { NEAR_ALERT } from './opt-in.ts'

type AlertDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>
type Params = { email: string; location: string; miles: AlertMiles }
export type FieldInError = 'email' | 'location'

/**
 * The fields that are in error; none when the request is stored. New and known addresses get the
 * same answer. Throws Refused too_many_requests.
 */
export async function requestNearAlert(
  deps: AlertDeps,
  { params, address }: { params: Params; address: string },
): Promise<FieldInError[]> {
  const email = normaliseEmail(plainText(params.email))
  const place = await findPlaceOfEvents(deps.database.db, plainText(params.location), deps.now())
  const isAddress = isEmailAddress(email)
  if (!isAddress || !place)
    return [...(place ? [] : ['location' as const]), ...(isAddress ? [] : ['email' as const])]
  const columns = { ...roughly(place), email, miles: params.miles }
  await requestOptIn(deps, NEAR_ALERT, { columns, address })
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
