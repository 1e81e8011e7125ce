// `node scripts/drawings/draw-outline.mjs` draws the coast outline under the map's tiles into
// web/map/outline.json, which is committed. Source: Natural Earth (public domain) through world-atlas,
// 1:50 million. Each ring is a list of whole thousandths of a degree, longitude first, each
// point relative to the one before.
import { readFileSync, writeFileSync } from 'node:fs'
import { feature } from 'topojson-client'

const COUNTRIES = ['826', '372', '833'] // United Kingdom, Ireland, Isle of Man

const atlas = JSON.parse(
  readFileSync(new URL(import.meta.resolve('world-atlas/countries-50m.json')), 'utf8'),
)
const outline = atlas.objects.countries.geometries
  .filter(({ id }) => COUNTRIES.includes(id))
  .map((country) => feature(atlas, country).geometry)
  .flatMap(({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : coordinates))
  .flatMap((rings) => rings.map(steps))

writeFileSync(
  new URL('../../web/map/outline.json', import.meta.url),
  `${JSON.stringify(outline)}\n`,
)

function steps(ring) {
  const points = ring.map((point) => point.map((degrees) => Math.round(degrees * 1000)))
  return points.flatMap(([x, y], n) => {
    const [beforeX, beforeY] = points[n - 1] ?? [0, 0]
    return [x - beforeX, y - beforeY]
  })
}
