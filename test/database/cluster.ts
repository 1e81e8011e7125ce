// Runs once before all tests: one PostgreSQL and one template database (schema, authentication,
// jobs) that each test file copies in a few milliseconds.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded-postgres.ts'
import { isAlive } from '../../server/platform/db/postgres-lock.ts'
import { prepareDatabase } from '../../server/platform/prepare-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The test cluster's address for the site's role and for the owner, the template database,
     * and this run's name prefix.
     */
    postgres: { url: string; ownerUrl: string; template: string; prefix: string }
  }
}

const DROPPED_AT_ONCE = 8
const ROOT = join(import.meta.dirname, '../..')
export const TEST_CLUSTER = join(ROOT, 'node_modules/.cache/test-postgres')

/** vitest's global set-up; the returned function drops the run's databases. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startEmbeddedPostgres({
    dataDir: TEST_CLUSTER,
    onLog: (line) => process.stderr.write(`${line}\n`),
    // Data need not survive the run, so fsync is off.
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: '300',
      // Tests cause deadlocks on purpose; the default waits a second for each.
      deadlock_timeout: '50ms',
      // Autovacuum workers are the superuser's, and the owner may not drop a database that one
      // is using.
      autovacuum: 'off',
      // Thousands of connections are opened, and the passwords last as long as the run.
      scram_iterations: '1',
    },
  })
  const admin = new pg.Pool({ connectionString: server.ownerUrl, max: DROPPED_AT_ONCE })
  // PostgreSQL's shutdown may reach a closing connection; an unhandled error event would end the
  // run.
  admin.on('error', () => undefined)
  const template = `template_${await hashOfSchema()}`
  await dropLeftOvers(admin, template)
  if (!(await databases(admin)).includes(template)) await makeTemplate(admin, server, template)
  const { url, ownerUrl } = server
  project.provide('postgres', { url, ownerUrl, template, prefix: `run_${process.pid}_` })

  return async () => {
    const mine = (await databases(admin)).filter((name) => name.startsWith(`run_${process.pid}_`))
    await dropAll(admin, mine)
    await admin.end()
    await server.stop()
  }
}

// Built under a temporary name and renamed when finished, so that a concurrent run cannot copy
// an incomplete one.
async function makeTemplate(
  admin: pg.Pool,
  server: { url: string; ownerUrl: string },
  template: string,
): Promise<void> {
  const building = `run_${process.pid}_template`
  await admin.query(`create database ${building}`)
  const owner = new pg.Pool({ connectionString: urlOf(server.ownerUrl, building), max: 2 })
  const { username: siteRole } = new URL(server.url)
  await prepareDatabase(owner, { siteRole })
  await owner.end()
  try {
    await admin.query(`alter database ${building} rename to ${template}`)
  } catch (error) {
    if (!(await databases(admin)).includes(template)) throw error
    await drop(admin, building)
  }
}

// Covers every file that decides what prepareDatabase creates.
async function hashOfSchema(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of [
    'server/platform/db/migrations',
    'server/platform/db/erasure',
    'auth/db/migrations',
  ])
    for (const name of (await readdir(join(ROOT, folder))).filter((file) => file.endsWith('.sql')))
      hash.update(name).update(await readFile(join(ROOT, folder, name)))
  const files = [
    'server/platform/job-queues.ts',
    'server/platform/db/own-objects.ts',
    'server/platform/db/rights.ts',
    'server/platform/db/erasure-role.ts',
    'node_modules/pg-boss/package.json',
  ]
  for (const file of files) hash.update(await readFile(join(ROOT, file)))
  return hash.digest('hex').slice(0, 12)
}

async function dropLeftOvers(admin: pg.Pool, template: string): Promise<void> {
  const all = await databases(admin)
  const runOf = (name: string) => Number(/^run_(\d+)_/.exec(name)?.[1] ?? 0)
  const isRunning = (name: string) => runOf(name) !== process.pid && isAlive(runOf(name))
  const left = all.filter((name) => runOf(name) && !isRunning(name))
  // Another run may be copying its template; only a run that is alone deletes old ones.
  const others = all.some((name) => runOf(name) && isRunning(name))
  const stale = all.filter((name) => name.startsWith('template_') && name !== template)
  await dropAll(admin, others ? left : [...left, ...stale])
}

async function databases(admin: pg.Pool): Promise<string[]> {
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where not datistemplate and datdba = current_user::regrole',
  )
  return rows.map(({ datname }) => datname)
}

/** Each waits for a checkpoint, which several share. */
async function dropAll(admin: pg.Pool, names: string[]): Promise<void> {
  await Promise.all(names.map((name) => drop(admin, name)))
}

async function drop(admin: pg.Pool, name: string): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`)
}

export function urlOf(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}
