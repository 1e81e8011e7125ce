// Dependencies of commands that run beside the site, on a machine with its settings.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { charityAsItCame } from '../charity/chaps/facts.ts'
import { LIMITS } from '../charity/chaps/limits.ts'
import type { Deps } from '../server/deps.ts'
import { startJobs } from '../server/jobs/jobs.ts'
import { createResponseCache } from '../server/platform/cache/response-cache.ts'
import type { Env } from '../server/platform/config/env.ts'
import { type Database, openDatabase } from '../server/platform/db/database.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { checkFieldKeys } from '../server/platform/db/field-key-canary.ts'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'
import { openSite, type Site } from '../server/site/present.ts'
import { readSiteEnv } from './read-site-env.ts'

export type CommandSite = {
  env: Env
  database: Database
  /** The key ring in JSON that the database was written with. */
  fieldKeys: string
}

/**
 * Runs `work` on the site's database with its keys, and closes everything afterwards. Throws
 * with a sentence when the keys are missing or the database was written with others.
 */
export async function withSite<T>(work: (site: CommandSite) => Promise<T>): Promise<T> {
  const env = readSiteEnv()
  const fieldKeys = env.fieldKeys ?? (await readFieldKeys(env.dataDir))
  const { dataDir, databaseUrl } = env
  const postgres = databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir, onLog: console.error })
  const database = openDatabase(databaseUrl ?? postgres?.url ?? '', { max: 2 })
  try {
    await checkFieldKeys(database.pool, fieldKeys)
    return await work({ env, database, fieldKeys })
  } finally {
    await database.close()
    await postgres?.stop()
  }
}

/** What the charity says of itself on the site of these settings. */
export function openSiteOf({ env, database }: Pick<CommandSite, 'env' | 'database'>): Site {
  const charity = charityAsItCame(env.links)
  const now = () => new Date()
  return openSite({ database, charity, limits: LIMITS, now, onError: console.error })
}

/** Runs `work` with dependencies that enqueue mails; the site sends them. */
export async function withJobs<T>(
  { env, database, fieldKeys }: CommandSite,
  work: (
    deps: Pick<Deps, 'database' | 'jobs' | 'cache' | 'now'> & {
      settings: { publicUrl: string; officeEmail: string }
    },
  ) => Promise<T>,
): Promise<T> {
  const keys = openFieldKeys(fieldKeys)
  const { charity } = openSiteOf({ env, database })
  const jobs = await startJobs(database, {}, { fieldKeys: keys, charity, onError: console.error })
  const now = () => new Date()
  const cache = createResponseCache({ maxAge: 0, max: 1, now })
  const { publicUrl } = env
  const officeEmail = env.mail.office
  try {
    return await work({ database, jobs, cache, now, settings: { publicUrl, officeEmail } })
  } finally {
    await jobs.stop()
  }
}

async function readFieldKeys(dataDir: string): Promise<string> {
  const path = join(dataDir, 'keys', 'field-keys.json')
  return readFile(path, 'utf8').catch((cause) => {
    throw new Error(
      `FIELD_KEYS is not set, and ${path} cannot be read: has the site ever started?`,
      {
        cause,
      },
    )
  })
}
