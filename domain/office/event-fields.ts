// The fields of an event that the office enters, once: the column of each, its label on the form, the characters of a
// text, and whether a change is worth a mail to members who are booked.
import { VENUE_FACTS } from '../venue-facts.ts'

type EventField = { column: string; label?: string; max?: number; isMailed?: true }

/** Each may be left empty. */
export const EVENT_TEXTS = {
  event_description: { column: 'description', label: 'Description', max: 4_000, isMailed: true },
  contact_email: {
    column: 'contactEmail',
    label: 'Email for members’ questions',
    max: 254,
    isMailed: true,
  },
  host_name: { column: 'hostName', label: 'Name', max: 120 },
  host_phone: { column: 'hostPhone', label: 'Phone', max: 40 },
  address_line1: { column: 'addressLine1', label: 'Hall or building', max: 120, isMailed: true },
  address_line2: { column: 'addressLine2', label: 'Street', max: 120, isMailed: true },
  city: { column: 'city', label: 'Town', max: 80, isMailed: true },
  county: { column: 'state', label: 'County', max: 80 },
  postcode: { column: 'postcode', label: 'Postcode', max: 10, isMailed: true },
  country: { column: 'country', label: 'Country', max: 80, isMailed: true },
  ...VENUE_FACTS,
} as const satisfies Record<string, EventField>

export const EVENT_FIELDS = {
  event_name: { column: 'name', label: 'Name', max: 120, isMailed: true },
  ...EVENT_TEXTS,
  price: { column: 'pricePence', label: 'Price in pounds' },
  host_share: { column: 'hostSharePence', label: 'Host’s share, in pounds' },
  product_id: { column: 'productId', label: 'Product' },
  lab_id: { column: 'labId', label: 'Laboratory' },
  payment_required: { column: 'paymentRequired', label: 'Do members pay when they book?' },
  exclusive_for: { column: 'exclusiveFor', label: 'Shown to' },
  is_private: { column: 'isPrivate', label: 'Private: booking needs an access code' },
  latitude: { column: 'latitude' },
  longitude: { column: 'longitude' },
} as const satisfies Record<string, EventField>

/** All but the pin, whose two numbers are one box of the form. */
export type LabelledEventField = Exclude<keyof typeof EVENT_FIELDS, 'latitude' | 'longitude'>

const MAILED = Object.values(EVENT_FIELDS).filter((field) => 'isMailed' in field)
type MailedColumn = (typeof MAILED)[number]['column']

/** Whether members who are booked are written to about the change. */
export function isWorthAMail(
  before: Record<MailedColumn, unknown>,
  after: Record<MailedColumn, unknown>,
): boolean {
  return MAILED.some(({ column }) => before[column] !== after[column])
}
