// `npm run ops -- sample-files`: writes a file of each of the demo's three laboratories to ./sample-files, of
// the people, tubes and days of the demo data, to try the import of results with (README).
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sampledPeople } from '../server/demo/demo-lab-day.ts'
import { DEMO_LABS } from '../server/demo/demo-labs.ts'
import { SAMPLED, sampleLines } from '../server/demo/sample-lines.ts'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'
import { describeError } from '../server/platform/log.ts'
import { SAMPLE_WRITERS } from './sample-writers.ts'
import { withSite } from './with-site.ts'

const FOLDER = join(import.meta.dirname, '..', 'sample-files')
const NAMES = { csv: 'exeter-psa.csv', excel: 'plymouth-psa.xlsx', hl7: 'cardiff-psa.hl7' }

try {
  console.log(await withSite(writeFiles))
} catch (error) {
  console.error(error instanceof Error ? describeError(error).message : error)
  process.exitCode = 1
}

async function writeFiles({
  database,
  fieldKeys,
}: Parameters<Parameters<typeof withSite>[0]>[0]): Promise<string> {
  await mkdir(FOLDER, { recursive: true })
  const keys = openFieldKeys(fieldKeys)
  const written: string[] = []
  for (const kind of ['csv', 'excel', 'hl7'] as const) {
    const lab = DEMO_LABS[kind]
    const people = await sampledPeople(database.db, keys, lab)
    if (people.length !== SAMPLED[kind])
      throw new Error(
        `This database has no demo day of ${lab.name}: was it made by an older version?`,
      )
    const lines = sampleLines[kind](people)
    const name = NAMES[kind]
    await writeFile(join(FOLDER, name), await SAMPLE_WRITERS[kind](lines))
    const cases = Map.groupBy(lines, (line) => line.case)
    const counts = [...cases].map(([is, some]) => `${some.length} ${is}`)
    written.push(`sample-files/${name}  ${lab.name}: ${counts.join(', ')}`)
  }
  return written.join('\n')
}
