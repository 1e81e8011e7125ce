// Writes server/events/nearby/postcode-sectors.txt: `npm run ops -- postcodes FILE`, a file with the
// columns sector, latitude and longitude, made from the National Statistics Postcode Lookup.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import * as z from 'zod/mini'

const HEAD = `# Middle of the postcodes of each sector of Great Britain, by district: sector, latitude, longitude
# in thousandths of a degree (WGS 84). Written by scripts/postcodes.ts. Open Government Licence v3.0.
# Contains OS data (c) Crown copyright and database right 2025.
# Contains Royal Mail data (c) Royal Mail copyright and database right 2025.
# Source: Office for National Statistics licensed under the Open Government Licence v.3.0.
# National Statistics Postcode Lookup, May 2025.
`
const OUT = join(import.meta.dirname, '..', 'server', 'events', 'nearby', 'postcode-sectors.txt')
const RowsSchema = z.array(
  z.object({
    sector: z.string().check(z.regex(/^[A-Z]{1,2}\d[A-Z\d]? \d$/)),
    latitude: z.coerce.number(),
    longitude: z.coerce.number(),
  }),
)

const [file] = process.argv.slice(2)
if (!file) throw new Error('Usage: npm run ops -- postcodes FILE')
const rows = RowsSchema.parse(parse(readFileSync(file), { columns: true }))
const districts = Map.groupBy(rows, ({ sector }) => sector.slice(0, -2))
const lines = [...districts].map(([district, sectors]) => {
  const middles = sectors.map(
    ({ sector, latitude, longitude }) =>
      `${sector.slice(-1)},${Math.round(latitude * 1000)},${Math.round(longitude * 1000)}`,
  )
  return `${district} ${middles.join(' ')}\n`
})
writeFileSync(OUT, HEAD + lines.join(''))
console.log(`${rows.length} sectors of ${districts.size} districts`)
