import { readFileSync } from 'node:fs'
import { middleOf, type Point, readPostcode } from '../../../domain/nearby.ts'
import { TOWNS } from './towns.ts'

export type Place = Point & { name: string }

const towns = new Map(TOWNS.map((town) => [wordsOf(town.name), town]))
let districts: Map<string, Map<string, Point>> | undefined

/** The place of a postcode, its sector, its district or a town; null for other text. */
export function findPlace(typed: string): Place | null {
  return findPostcode(typed) ?? towns.get(wordsOf(typed)) ?? null
}

/** A missing sector falls back to its district. Null outside Great Britain. */
export function findPostcode(typed: string): Place | null {
  const postcode = readPostcode(typed)
  if (!postcode) return null
  const { district, sector, text } = postcode
  const sectors = sectorsByDistrict().get(district)
  const point = (sector && sectors?.get(sector)) || middleOf([...(sectors?.values() ?? [])])
  return point && { ...point, name: text }
}

/** Lower case, without punctuation: 'King’s Lynn' as 'kings lynn'. */
export function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[\s,-]+/g, ' ')
    .trim()
}

/** Read on first use. */
function sectorsByDistrict(): Map<string, Map<string, Point>> {
  districts ??= new Map(
    readFileSync(new URL('./postcode-sectors.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [district = '', ...middles] = line.split(' ')
        return [district, new Map(middles.map((middle) => sectorOf(district, middle)))]
      }),
  )
  return districts
}

function sectorOf(district: string, middle: string): [string, Point] {
  const [digit, latitude, longitude] = middle.split(',').map(Number)
  return [
    `${district} ${digit}`,
    { latitude: (latitude ?? Number.NaN) / 1000, longitude: (longitude ?? Number.NaN) / 1000 },
  ]
}
