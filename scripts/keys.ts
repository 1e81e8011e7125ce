// `npm run ops -- keys` makes, rotates, checks and exports the site's keys (docs/operations.md, Keys).
import { readFile, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { makeSigningKeys } from '../auth/tokens/keys.ts'
import {
  countSealed,
  retireKey,
  unknownColumns,
} from '../server/operations/key-rotation/count-sealed.ts'
import { canReseal } from '../server/operations/key-rotation/key-rotation.queries.ts'
import { reseal } from '../server/operations/key-rotation/reseal.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { checkFieldKeys } from '../server/platform/db/field-key-canary.ts'
import {
  addKey,
  makeCurrent,
  makeFieldKeys,
  removeKey,
} from '../server/platform/keys/field-keys.ts'
import { describeError } from '../server/platform/log.ts'
import { describeUse } from './keys/describe-use.ts'
import { decryptKeys, encryptKeys } from './keys/key-file.ts'
import { readKeys, settingsOf, storeRing } from './keys/use-keys.ts'
import { readSiteEnv } from './read-site-env.ts'

const USAGE = `Usage: npm run -s ops -- keys COMMAND
  make            prints new keys as settings
  add             adds a field key that seals nothing yet (for several machines)
  rotate [NAME]   seals with a new key from now on, or with the one of that name
  reseal          seals again what former keys sealed; may be repeated
  check           says what each key sealed, and which can go
  retire NAME     removes a key that seals nothing
  export FILE     writes the keys, encrypted; the passphrase is the first line of standard input
  import FILE     prints the keys of such a file as settings`

try {
  const [command, name, ...rest] = process.argv.slice(2)
  if (rest.length > 0) throw new Error(USAGE)
  console.log(await run(command, name))
} catch (error) {
  console.error(error instanceof Error ? describeError(error).message : error)
  process.exitCode = 1
}

async function run(command: string | undefined, name: string | undefined): Promise<string> {
  if (command === 'make' && !name) return make()
  if (command === 'add' && !name) return add()
  if (command === 'rotate') return rotate(name)
  if (command === 'reseal' && !name) return withOwner(resealAll)
  if (command === 'check' && !name) return withOwner(check)
  if (command === 'retire' && name) return retire(name)
  if (command === 'export' && name) return exportTo(name)
  if (command === 'import' && name)
    return settingsOf(decryptKeys(await readFile(name, 'utf8'), await readPassphrase()))
  throw new Error(USAGE)
}

async function make(): Promise<string> {
  const AUTH_SIGNING_KEYS = JSON.stringify(await makeSigningKeys())
  return settingsOf({ FIELD_KEYS: makeFieldKeys(), AUTH_SIGNING_KEYS })
}

async function add(): Promise<string> {
  const env = readSiteEnv()
  const { ring, added } = addKey((await readKeys(env)).FIELD_KEYS)
  return `Key "${added}" is added. ${await storeRing(env, ring)}`
}

async function rotate(name: string | undefined): Promise<string> {
  const env = readSiteEnv()
  const { FIELD_KEYS } = await readKeys(env)
  const { ring, added } = name ? { ring: FIELD_KEYS, added: name } : addKey(FIELD_KEYS)
  const stored = await storeRing(env, makeCurrent(ring, added))
  return `Key "${added}" seals from the next start on. ${stored}\nThen: npm run ops -- keys reseal`
}

async function resealAll({ database, ring }: Owned): Promise<string> {
  if (!(await canReseal(database.db)))
    throw new Error(
      'Sealing again needs DATABASE_OWNER_URL and the role charity_erasure: docs/operations.md, Database. After adding the role, run "npm run ops -- migrate".',
    )
  await refuseUnknown(database)
  await reseal({ database, ring, now: () => new Date() }, (what, count) => {
    if (count > 0) console.log(`${what}: ${count}`)
  })
  return check({ database, ring })
}

async function check({ database, ring }: Owned): Promise<string> {
  await refuseUnknown(database)
  return (await countSealed({ database, ring })).map(describeUse).join('\n')
}

async function retire(name: string): Promise<string> {
  const env = readSiteEnv()
  const { FIELD_KEYS } = await readKeys(env)
  const ring = removeKey(FIELD_KEYS, name)
  await withOwner((owned) => retireKey(owned, name))
  return `Key "${name}" seals nothing and is removed. ${await storeRing(env, ring)}`
}

async function exportTo(path: string): Promise<string> {
  const file = encryptKeys(await readKeys(readSiteEnv()), await readPassphrase())
  await writeFile(path, file, { mode: 0o600, flag: 'wx' })
  return `${path} is written. Store it apart from the backups, and its passphrase apart from both.`
}

async function refuseUnknown(database: Owned['database']): Promise<void> {
  const unknown = await unknownColumns(database)
  if (unknown.length > 0)
    throw new Error(`This version does not know what these columns hold: ${unknown.join(', ')}`)
}

async function readPassphrase(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/)[0] ?? ''
}

type Owned = { database: ReturnType<typeof openDatabase>; ring: string }

/** On the database as the owner of its tables. */
async function withOwner<T>(work: (owned: Owned) => Promise<T>): Promise<T> {
  const env = readSiteEnv()
  const { FIELD_KEYS: ring } = await readKeys(env)
  const { dataDir, databaseUrl, databaseOwnerUrl } = env
  const postgres = databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir, onLog: console.error })
  const url = databaseOwnerUrl ?? databaseUrl ?? postgres?.ownerUrl ?? ''
  const database = openDatabase(url, { max: 2 })
  try {
    await checkFieldKeys(database.pool, ring)
    return await work({ database, ring })
  } finally {
    await database.close()
    await postgres?.stop()
  }
}
