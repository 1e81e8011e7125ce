import type { PayPalCardFieldsBillingAddress } from '@paypal/paypal-js'

/** The billing address with the provider's field names. */
const BILLING_FIELDS = [
  'address_line_1',
  'address_line_2',
  'admin_area_2',
  'admin_area_1',
  'postal_code',
  'country_code',
] as const
export type BillingAddress = Record<(typeof BILLING_FIELDS)[number], string>

/** Where members live (spec: United Kingdom, Ireland), by the provider's codes. */
export const BILLING_COUNTRIES = [
  { value: 'GB', label: 'United Kingdom' },
  { value: 'IE', label: 'Ireland' },
] as const

const POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}|[A-Z]\d[\dW]\s*[A-Z\d]{4})$/i
const IRELAND = ['ireland', 'republic of ireland', 'éire', 'eire', 'ie']
const COUNTRIES = [
  ...['united kingdom', 'uk', 'gb', 'england', 'scotland', 'wales', 'northern ireland'],
  ...IRELAND,
]

/** Expects line 1 first and the town before the postcode. */
export function billingAddressOf(line: string): BillingAddress {
  const all = line
    .split(/,|\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const country = all.at(-1)?.toLowerCase() ?? ''
  const parts = all.filter((part) => !COUNTRIES.includes(part.toLowerCase()))
  const postcode = parts.findLast((part) => POSTCODE.test(part)) ?? ''
  const [first = '', ...rest] = parts.filter((part) => part !== postcode)
  const town = rest.pop() ?? ''
  return {
    address_line_1: first,
    address_line_2: rest.join(', '),
    admin_area_2: town,
    admin_area_1: '',
    postal_code: postcode.toUpperCase(),
    country_code: IRELAND.includes(country) ? 'IE' : 'GB',
  }
}

/** '14 Sample Street, Colchester, CO1 1AA'; null when it is not enough for a card. */
export function wholeAddress(address: BillingAddress): string | null {
  const { address_line_1, address_line_2, admin_area_2, postal_code } = address
  if (address_line_1 === '' || postal_code === '') return null
  return [address_line_1, address_line_2, admin_area_2, postal_code].filter(Boolean).join(', ')
}

export function forCardFields(address: BillingAddress): PayPalCardFieldsBillingAddress {
  const { address_line_1, address_line_2, admin_area_2, admin_area_1, postal_code } = address
  const named = {
    addressLine1: address_line_1,
    addressLine2: address_line_2,
    adminArea2: admin_area_2,
    adminArea1: admin_area_1,
    postalCode: postal_code,
  }
  const filled = Object.entries(named).filter(([, text]) => text.trim() !== '')
  return {
    ...Object.fromEntries(filled.map(([name, text]) => [name, text.trim()])),
    countryCode: address.country_code,
  }
}
