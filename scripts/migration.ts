// `npm run migration -- --name x`: writes the SQL for a change of server/platform/db/schema.ts, or an empty
// file with --custom. Only the newest snapshot is kept: drizzle-kit reads no other (decision 72).
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const META = 'server/platform/db/migrations/meta'

execFileSync('drizzle-kit', ['generate', ...process.argv.slice(2)], { stdio: 'inherit' })
const snapshots = readdirSync(META).filter((name) => name.endsWith('_snapshot.json'))
for (const name of snapshots.sort().slice(0, -1)) rmSync(join(META, name))
console.log('When the SQL is final: npm run migration:publish')
