import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPostal, joinAddress, readPostcode, splitAddress } from './postal-address.ts'

describe('an address typed as one text', () => {
  test.each([
    [
      '14 Sample Street, Colchester, CO1 1AA, United Kingdom',
      ['14 Sample Street'],
      'Colchester',
      'CO1 1AA',
    ],
    ['14 Sample Street\nColchester\nco11aa', ['14 Sample Street'], 'Colchester', 'CO1 1AA'],
    ['14 Sample Street, Colchester CO1 1AA', ['14 Sample Street'], 'Colchester', 'CO1 1AA'],
    [
      'The Barn, Mill Lane, Bures, Suffolk, CO8 5AA',
      ['The Barn', 'Mill Lane', 'Bures'],
      'Suffolk',
      'CO8 5AA',
    ],
    [
      '12 High Street, Flat 2, CO1 1PJ, United Kingdom',
      ['12 High Street', 'Flat 2'],
      null,
      'CO1 1PJ',
    ],
    ['Rose Cottage, Mill Lane, CO8 5AA', ['Rose Cottage', 'Mill Lane'], null, 'CO8 5AA'],
    ['Rose Cottage, CO8 5AA', ['Rose Cottage'], null, 'CO8 5AA'],
    ['CO8 5AA', [], null, 'CO8 5AA'],
    ['1 High Street, Oxford, OX1 OAA, United Kingdom', ['1 High Street'], 'Oxford', 'OX1 0AA'],
    ['a, b, c, d, Colchester, CO1 1AA', ['a', 'b', 'c, d'], 'Colchester', 'CO1 1AA'],
    ['1 New Street, York', ['1 New Street', 'York'], null, null],
    ['3 Quay, Cork, T12 X70A, Ireland', ['3 Quay'], 'Cork', 'T12 X70A'],
    ['3 Quay, Cork t12x70a', ['3 Quay'], 'Cork', 'T12 X70A'],
    ['1 Main Street, D6W XY00, Republic of Ireland', ['1 Main Street'], null, 'D6W XY00'],
    ['3 Quay, Cork, Ireland', ['3 Quay', 'Cork', 'Ireland'], null, null],
    [' ,\n, ', [], null, null],
  ])('%s', (text, lines, town, postcode) => {
    expect(splitAddress(text)).toEqual({ lines, town, postcode })
  })

  test('loses nothing but the country and spaces', () => {
    const word = fc.constantFrom(
      'Flat 2',
      'Mill Lane',
      'Bures',
      'co8 5aa',
      'CO85AA',
      'Essex',
      '7',
      'x y',
      'd02x285',
    )
    const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(', '))
    const plain = (address: string) => address.replace(/[\s,]/g, '').toLowerCase()
    fc.assert(
      fc.property(text, (typed) => {
        const address = splitAddress(typed)
        expect(plain(joinAddress(address)).replace(/ireland$/, '')).toBe(plain(typed))
        expect(address.lines.length).toBeLessThanOrEqual(3)
        expect(splitAddress(joinAddress(address)).postcode).toBe(address.postcode)
      }),
    )
  })
})

test.each([
  ['co1 1aa', 'CO1 1AA'],
  ['SW1A1AA', 'SW1A 1AA'],
  [' m1  1ae ', 'M1 1AE'],
  ['CO1', null],
  ['d02 x285', 'D02 X285'],
  ['D02X28', null],
  ['D02 B285', null],
  ['CO1 1AAA', null],
  ['', null],
])('the postcode %s is %s', (typed, postcode) => {
  expect(readPostcode(typed)).toBe(postcode)
})

test('an address with an Eircode ends with Ireland, and is read again as it was', () => {
  const address = { lines: ['3 Quay'], town: 'Cork', postcode: 'T12 X70A' }
  expect(joinAddress(address)).toBe('3 Quay, Cork, T12 X70A, Ireland')
  expect(splitAddress(joinAddress(address))).toEqual(address)
  expect(joinAddress({ ...address, postcode: 'CO1 1AA' })).toBe('3 Quay, Cork, CO1 1AA')
})

describe('where a letter can be posted', () => {
  const isPosted = (lines: string[], more: { postcode?: string | null; careOf?: string } = {}) =>
    isPostal({ lines, postcode: 'CO8 5AA', ...more })

  test('a street with a postcode is an address', () => {
    expect(isPosted(['3 Mill Lane'])).toBe(true)
    expect(isPosted(['Nofixed Abbey, 1 Abode Street'])).toBe(true)
    for (const postcode of [null, '', ' '])
      expect(isPosted(['3 Mill Lane'], { postcode })).toBe(false)
  })

  test.each([
    'No fixed abode',
    'NO  FIXED ABODE',
    'Of no fixed address',
    'N.F.A.',
    'nfa',
    'Homeless',
    'no-fixed-abode',
    'Ｎｏ fixed abóde',
    'None',
    '-',
  ])('‘%s’ is none', (line) => {
    expect(isPosted([line])).toBe(false)
    expect(isPosted([])).toBe(false)
  })

  test('beside a place that takes letters in it does no harm', () => {
    const day = ['No fixed abode', '12 Hope Street']
    expect(isPosted(day)).toBe(false)
    expect(isPosted(day, { careOf: 'St Botolph’s day centre' })).toBe(true)
    expect(isPosted(['No fixed abode', 'c/o Day centre, 12 Hope Street'])).toBe(true)
    expect(isPosted(['No fixed abode'], { careOf: 'St Botolph’s' })).toBe(false)
  })
})
