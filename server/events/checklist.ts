import { CHECKLIST, type ChecklistItem } from '../../domain/office/event-schemas.ts'
import { isInUk } from '../../domain/office/pin.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { EventRecord } from './office.queries.ts'
import { findProductOrLab } from './products.queries.ts'

/** What publishing still needs, in the order of the form; empty when it can be published. */
export async function whatIsMissing(
  q: Queryable,
  event: EventRecord,
  now: Date,
): Promise<ChecklistItem[]> {
  const found = await findProductOrLab(q, event)
  const { addressLine1, postcode, latitude, longitude } = event
  const isThere: Record<ChecklistItem, boolean> = {
    event_date: event.startsAt > now,
    product: found.hasProduct,
    lab: found.hasLab,
    price: (event.pricePence ?? found.productPricePence) !== null,
    payment_required: event.paymentRequired !== null,
    access_code: !event.isPrivate || event.accessCodeHash !== null,
    address: !isBlank(addressLine1),
    postcode: !isBlank(postcode),
    pin: latitude !== null && longitude !== null,
    pin_in_uk: latitude === null || longitude === null || isInUk({ latitude, longitude }),
    host_contact:
      !isBlank(event.hostName) && !(isBlank(event.hostPhone) && isBlank(event.contactEmail)),
    places: event.totalPlaces > 0,
  }
  return CHECKLIST.filter((item) => !isThere[item])
}

function isBlank(text: string | null): boolean {
  return (text ?? '').trim() === ''
}
