import { expect, it } from 'vitest'
import { milesBetween } from '../../../domain/nearby.ts'
import { findLikelyTown, findPlace } from './find-place.ts'
import { DISTRICT_OF_TOWN, TOWNS } from './towns.ts'

it.each([
  ['CM1 4AB', 'CM1 4AB'],
  ['cm14ab', 'CM1 4AB'],
  ['CM1', 'CM1'],
  ['chelmsford', 'Chelmsford'],
])('finds %s within four miles of Chelmsford', (typed, name) => {
  const place = findPlace(typed)
  expect(place?.name).toBe(name)
  const chelmsford = { latitude: 51.736, longitude: 0.469 }
  expect(place && milesBetween(place, chelmsford)).toBeLessThan(4)
})

it('falls back from a sector that is missing to its district', () => {
  expect(findPlace('AB11 1ZZ')).toEqual({ ...findPlace('AB11'), name: 'AB11 1ZZ' })
})

it.each(['Atlantis', 'ZZ1 1ZZ', 'BT1 1AA', '', 'Town Hall'])('does not know %j', (typed) => {
  expect(findPlace(typed)).toBeNull()
})

it('finds a town whatever its case, hyphens and apostrophes', () => {
  expect(findPlace('southend on sea')?.name).toBe('Southend-on-Sea')
  expect(findPlace('King’s  Lynn')?.name).toBe("King's Lynn")
  expect(findPlace('Belfast')?.latitude).toBeCloseTo(54.6, 1)
})

it('has towns in the United Kingdom only, each once', () => {
  expect(TOWNS.length).toBeGreaterThan(150)
  expect(new Set(TOWNS.map(({ name }) => name)).size).toBe(TOWNS.length)
  for (const { latitude, longitude } of TOWNS) {
    expect(latitude).toBeGreaterThan(49.9)
    expect(latitude).toBeLessThan(60.9)
    expect(longitude).toBeGreaterThan(-8.2)
    expect(longitude).toBeLessThan(1.8)
  }
})

it.each([
  ['Colchestre', 'Colchester'],
  ['colchester, essex', 'Colchester'],
  ['Felixtowe', 'Felixstowe'],
  ['Felixstow suffolk', 'Felixstowe'],
  ['Lecester', 'Leicester'],
])('takes %s for %s', (typed, name) => {
  expect(findPlace(typed)).toBeNull()
  expect(findLikelyTown(typed)?.name).toBe(name)
})

it.each(['Atlantis', 'Bsth', 'Essex', '', 'Town Hall', 'ZZ99 1AA'])(
  'does not guess at %j',
  (typed) => {
    expect(findLikelyTown(typed)).toBeNull()
  },
)

it('knows smaller towns by the district of their postcode', () => {
  const felixstowe = { latitude: 51.96, longitude: 1.35 }
  const place = findPlace('felixstowe')
  expect(place && milesBetween(place, felixstowe)).toBeLessThan(4)
  for (const { name } of DISTRICT_OF_TOWN) expect(findPlace(name)?.name, name).toBe(name)
  expect(new Set([...TOWNS, ...DISTRICT_OF_TOWN].map(({ name }) => name)).size).toBe(
    TOWNS.length + DISTRICT_OF_TOWN.length,
  )
})
