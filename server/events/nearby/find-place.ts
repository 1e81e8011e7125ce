import { readFileSync } from 'node:fs'
import { middleOf, type Point, readPostcode } from '../../../domain/nearby.ts'
import { closestName } from './closest-name.ts'
import { DISTRICT_OF_TOWN, TOWNS } from './towns.ts'

export type Place = Point & { name: string }

const towns = new Map(TOWNS.map((town) => [wordsOf(town.name), town]))
const districtOf = new Map(DISTRICT_OF_TOWN.map((town) => [wordsOf(town.name), town]))
const NAMES = [...towns.keys(), ...districtOf.keys()]
let districts: Map<string, Map<string, Point>> | undefined

/** The place of a postcode, its sector, its district or a town; null for other text. */
export function findPlace(typed: string): Place | null {
  return findPostcode(typed) ?? findTown(wordsOf(typed))
}

/** The town that was meant: with its county ('colchester essex'), or with a slip of the pen; otherwise null. */
export function findLikelyTown(typed: string): Place | null {
  const words = wordsOf(typed)
  const [, before] = WITH_COUNTY.exec(words) ?? []
  if (before) return findTown(before) ?? findLikelyTown(before)
  const meant = closestName(words, NAMES)
  return meant === null ? null : findTown(meant)
}

function findTown(words: string): Place | null {
  const town = towns.get(words)
  if (town) return town
  const named = districtOf.get(words)
  const point = named && findPostcode(named.district)
  return named && point ? { ...point, name: named.name } : null
}

const WITH_COUNTY = new RegExp(
  `^(.+) (?:${[
    'uk|england|scotland|wales|northern ireland',
    'bedfordshire|berkshire|berks|buckinghamshire|bucks|cambridgeshire|cambs|cheshire|cornwall|cumbria|derbyshire|devon|dorset',
    'county durham|east sussex|west sussex|sussex|essex|gloucestershire|glos|greater manchester|hampshire|hants|herefordshire',
    'hertfordshire|herts|kent|lancashire|lancs|leicestershire|leics|lincolnshire|lincs|merseyside|norfolk|northamptonshire|northants',
    'northumberland|north yorkshire|south yorkshire|west yorkshire|east yorkshire|yorkshire|nottinghamshire|notts|oxfordshire|oxon',
    'rutland|shropshire|somerset|staffordshire|staffs|suffolk|surrey|tyne and wear|warwickshire|west midlands|wiltshire|wilts|worcestershire',
  ].join('|')})$`,
)

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
