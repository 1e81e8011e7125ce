import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../server/platform/db/database.ts'
import { openHome } from '../../server/platform/db/postgres-home.ts'
import { choosePostgresOwner } from '../../server/platform/db/postgres-owner.ts'
import { findPrograms } from '../../server/platform/db/postgres-programs.ts'
import { superuserClient } from '../../server/platform/db/postgres-server.ts'
import { TEST_CLUSTER } from './cluster.ts'

export type TestDatabase = Database & {
  url: string
  /** The same database as the owner of its tables, for tests that alter them. */
  owner: Database
}

/**
 * A database with the finished schema and no rows for one test file: open it in `beforeAll`,
 * close it in `afterAll`. Connects as the site's role. It is dropped at the end of the run,
 * because dropping it while sockets close fails the run.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { url, ownerUrl, template } = inject('postgres')
  const name = await createDatabase(template)
  const own = addressOf(url, name)
  const database = openDatabase(own, { max: 8 })
  const owner = openDatabase(addressOf(ownerUrl, name), { max: 2, statementMs: 0 })
  return {
    ...database,
    url: own,
    owner,
    async close() {
      await owner.close()
      await database.close()
    },
  }
}

export async function createEmptyDatabase(): Promise<string> {
  return addressOf(inject('postgres').ownerUrl, await createDatabase('template1'))
}

function addressOf(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href
}

async function createDatabase(template: string): Promise<string> {
  const { ownerUrl, prefix } = inject('postgres')
  const name = prefix + randomBytes(6).toString('hex')
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  // The other strategy writes each page to the log too, and needs twice the processor time.
  await client.query(`create database ${name} template ${template} strategy file_copy`)
  await client.end()
  return name
}

/** Runs `statements` as the cluster's superuser in the database of `url`. */
export async function runAsSuperuser(url: string, statements: string): Promise<void> {
  const { port, pathname } = new URL(url)
  const user = await choosePostgresOwner()
  const { superuserPassword } = await openHome(TEST_CLUSTER, user, await findPrograms(user))
  const server = { superuserPassword, port: Number(port) }
  const client = superuserClient(server, { database: pathname.slice(1) })
  await client.connect()
  await client.query(statements)
  await client.end()
}
