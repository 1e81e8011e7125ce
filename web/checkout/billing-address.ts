import type { PayPalCardFieldsBillingAddress } from '@paypal/paypal-js'

/** The billing address with the provider's field names; the country is always GB (rules §4.1). */
const BILLING_FIELDS = [
  'address_line_1',
  'address_line_2',
  'admin_area_2',
  'admin_area_1',
  'postal_code',
] as const
export type BillingAddress = Record<(typeof BILLING_FIELDS)[number], string>

const POSTCODE = /^[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}$/i
const COUNTRIES = ['united kingdom', 'uk', 'gb', 'england', 'scotland', 'wales', 'northern ireland']

/** Expects line 1 first and the town before the postcode. */
export function billingAddressOf(line: string): BillingAddress {
  const parts = line
    .split(/,|\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !COUNTRIES.includes(part.toLowerCase()))
  const postcode = parts.findLast((part) => POSTCODE.test(part)) ?? ''
  const [first = '', ...rest] = parts.filter((part) => part !== postcode)
  const town = rest.pop() ?? ''
  return {
    address_line_1: first,
    address_line_2: rest.join(', '),
    admin_area_2: town,
    admin_area_1: '',
    postal_code: postcode.toUpperCase(),
  }
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
    countryCode: 'GB',
  }
}
