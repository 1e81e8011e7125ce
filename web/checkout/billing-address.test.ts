import { describe, expect, test } from 'vitest'
import { billingAddressOf, forCardFields, wholeAddress } from './billing-address.ts'

const address = {
  address_line_2: '',
  admin_area_2: '',
  admin_area_1: '',
  postal_code: '',
  country_code: 'GB',
}

describe('splitting a one-line address', () => {
  test.each([
    ['14 Sample Street, CO1 1AA', { address_line_1: '14 Sample Street', postal_code: 'CO1 1AA' }],
    [
      '14 Sample Street, Colchester, co1 1aa, United Kingdom',
      { address_line_1: '14 Sample Street', admin_area_2: 'Colchester', postal_code: 'CO1 1AA' },
    ],
    [
      'Flat 2, 14 Sample Street, Lexden, Colchester, CO1 1AA, United Kingdom',
      {
        address_line_1: 'Flat 2',
        address_line_2: '14 Sample Street, Lexden',
        admin_area_2: 'Colchester',
        postal_code: 'CO1 1AA',
      },
    ],
    [
      '1 High Street\nLeeds\nLS1 4AP',
      { address_line_1: '1 High Street', admin_area_2: 'Leeds', postal_code: 'LS1 4AP' },
    ],
    [
      '3 Main Street, Dundalk, A91 X2Y3, Ireland',
      {
        address_line_1: '3 Main Street',
        admin_area_2: 'Dundalk',
        postal_code: 'A91 X2Y3',
        country_code: 'IE',
      },
    ],
    ['The Old Mill', { address_line_1: 'The Old Mill' }],
    ['', { address_line_1: '' }],
  ])('%j', (line, parts) => {
    expect(billingAddressOf(line)).toEqual({ ...address, ...parts })
  })
})

test('an address is whole with a first line and a postcode, with the town if there is one', () => {
  const whole = { ...address, address_line_1: '14 Sample Street', postal_code: 'CO1 1AA' }
  expect(wholeAddress(whole)).toBe('14 Sample Street, CO1 1AA')
  expect(wholeAddress({ ...whole, admin_area_2: 'Colchester' })).toBe(
    '14 Sample Street, Colchester, CO1 1AA',
  )
  expect(wholeAddress({ ...whole, postal_code: '' })).toBeNull()
})

test('the card fields get the filled-in parts and the country', () => {
  const filled = { ...address, address_line_1: ' 14 Sample Street ', postal_code: 'CO1 1AA' }
  expect(forCardFields(filled)).toEqual({
    addressLine1: '14 Sample Street',
    postalCode: 'CO1 1AA',
    countryCode: 'GB',
  })
  const irish = { ...address, address_line_1: '', country_code: 'IE' }
  expect(forCardFields(irish)).toEqual({ countryCode: 'IE' })
})
