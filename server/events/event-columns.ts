import type { EventChange } from '../../domain/office/event-shapes.ts'
import type { Tx } from '../platform/db/database.ts'
import { invalidField } from '../platform/http/refused.ts'
import { hashAccessCode } from './access-code.ts'
import { findProductOrLab } from './products.queries.ts'

/** Only the given fields; an empty text is null. */
export async function toColumns(wanted: Omit<EventChange, 'version' | 'notify_booked'>) {
  const { access_code: code } = wanted
  const isGiven = <T>(value: T | undefined): value is T => value !== undefined
  const text = (value: string | null | undefined) =>
    value === undefined ? undefined : value?.trim() || null
  const columns = {
    name: wanted.event_name,
    description: text(wanted.event_description),
    pricePence: wanted.price,
    hostSharePence: wanted.host_share,
    productId: wanted.product_id,
    labId: wanted.lab_id,
    paymentRequired: wanted.payment_required,
    isPrivate: wanted.is_private,
    exclusiveFor: wanted.exclusive_for,
    contactEmail: text(wanted.contact_email),
    hostName: text(wanted.host_name),
    hostPhone: text(wanted.host_phone),
    addressLine1: text(wanted.address_line1),
    addressLine2: text(wanted.address_line2),
    city: text(wanted.city),
    state: text(wanted.county),
    postcode: text(wanted.postcode)?.toUpperCase() ?? text(wanted.postcode),
    country: text(wanted.country),
    latitude: wanted.latitude,
    longitude: wanted.longitude,
    parking: text(wanted.parking),
    stepFreeAccess: text(wanted.step_free_access),
    hearingLoop: text(wanted.hearing_loop),
    publicTransport: text(wanted.public_transport),
    accessCodeHash: isGiven(code) ? (code?.trim() ? await hashAccessCode(code) : null) : undefined,
  }
  const given = Object.entries(columns).filter(([, value]) => isGiven(value))
  return Object.fromEntries(given) as {
    [K in keyof typeof columns]?: Exclude<(typeof columns)[K], undefined>
  }
}

/** Throws Refused invalid_request for what is not there, or a host who would pay more than the price. */
export async function checkReferences(
  tx: Tx,
  {
    productId = null,
    labId = null,
    pricePence = null,
    hostSharePence = 0,
  }: {
    productId?: number | null
    labId?: number | null
    pricePence?: number | null
    hostSharePence?: number
  },
): Promise<void> {
  const found = await findProductOrLab(tx, { productId, labId })
  if (productId !== null && !found.hasProduct)
    throw invalidField('product_id', 'Choose a product from the list.')
  if (hostSharePence > (pricePence ?? found.productPricePence ?? hostSharePence))
    throw invalidField('host_share', 'The host cannot pay more than the price.')
  if (labId !== null && !found.hasLab)
    throw invalidField('lab_id', 'Choose a laboratory from the list.')
}
