import pg from 'pg'
import { ERASURE_ROLE } from '../server/platform/db/erasure-role.ts'
import { checkFieldKeys } from '../server/platform/db/field-key-canary.ts'
import { listLostObjects, listStrangeObjects } from '../server/platform/db/own-objects.ts'
import { canMigrate, canUndoRights } from '../server/platform/db/rights.ts'
import { listUnprepared, prepareDatabase } from '../server/platform/prepare-database.ts'

/** `url` connects as the site's role, `ownerUrl` as the owner of the tables, if it is another. */
export type DatabaseAddresses = { url: string; ownerUrl: string | undefined }

/**
 * Migrates the database as the role that owns its tables. `fieldKeys` is the key ring in JSON;
 * only a database without sealed rows works without it. Throws with a sentence for the operator.
 */
export async function migrateDatabase(
  { url, ownerUrl }: DatabaseAddresses,
  { onLog, fieldKeys }: { onLog: (line: string) => void; fieldKeys: string | undefined },
): Promise<void> {
  const site = new pg.Pool({ connectionString: url, max: 2 })
  const owner = ownerUrl ? new pg.Pool({ connectionString: ownerUrl, max: 2 }) : site
  try {
    const siteRole = await roleOf(site, 'DATABASE_URL')
    await roleOf(owner, 'DATABASE_OWNER_URL')
    if (fieldKeys) await checkFieldKeys(owner, fieldKeys)
    if (await canMigrate(owner)) await prepareDatabase(owner, { siteRole })
    else await assertPrepared({ site, owner }, ownerUrl)
    const strange = await listStrangeObjects(owner, ERASURE_ROLE)
    if (strange.length > 0) onLog(leftAlone(strange))
    if (await canUndoRights(site, siteRole)) onLog(ONE_ROLE)
  } finally {
    await site.end()
    if (owner !== site) await owner.end()
  }
}

const ONE_ROLE =
  "The site's database role can alter the tables that it uses, and so change append-only rows. Give the tables an owner of their own: docs/operations.md, Database."

async function roleOf(pool: pg.Pool, key: string): Promise<string> {
  const { rows } = await pool
    .query<{ role: string }>('select current_user::text as role')
    .catch((cause) => {
      throw new Error(`The database of ${key} does not answer: ${wordsOf(cause)}`, { cause })
    })
  return rows[0]?.role ?? ''
}

const NAMED = 5

function leftAlone(objects: string[]): string {
  return `In the site's schemas are objects that are not the site's; they are left alone: ${shorten(objects)}.`
}

function shorten(names: string[]): string {
  const more = names.length - NAMED
  const first = names.slice(0, NAMED).join(', ')
  return more > 0 ? `${first} and ${more} more` : first
}

async function assertPrepared(
  { site, owner }: { site: pg.Pool; owner: pg.Pool },
  ownerUrl: string | undefined,
): Promise<void> {
  if (ownerUrl) {
    const lost = await listLostObjects(owner)
    throw new Error(
      lost.length > 0
        ? `The role of DATABASE_OWNER_URL may not change the site's tables: another role owns ${shorten(lost)}. Hand them over (docs/operations.md, Database).`
        : 'The role of DATABASE_OWNER_URL may not create tables in the schema public of this database.',
    )
  }
  const missing = await listUnprepared(site)
  if (missing.length > 0)
    throw new Error(
      `The database lacks ${missing.join(', ')}, and the role of DATABASE_URL may not add it. Run "npm run ops -- migrate" with DATABASE_OWNER_URL set.`,
    )
}

// When several addresses of a host failed, only the code has the reason.
function wordsOf(error: Error & { code?: string }): string {
  return error.message || (error.code ?? error.name)
}
