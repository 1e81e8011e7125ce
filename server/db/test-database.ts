import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from './database.ts'

/**
 * A database of its own with the finished schema and no rows, for one test file: ask for it in
 * `beforeAll`, close it in `afterAll`. It is dropped at the end of the run, not before: dropping
 * while sockets still close fails the run. Connects as the site's role, so its rights are the real.
 */
export async function openTestDatabase(): Promise<Database & { url: string }> {
  const { url, template } = inject('postgres')
  const name = await createDatabase(template)
  const own = new URL(url)
  own.pathname = `/${name}`
  return { ...openDatabase(own.href, { max: 8 }), url: own.href }
}

/** The address of a new, empty database of the run; for tests of what fills one. */
export async function createEmptyDatabase(): Promise<string> {
  const own = new URL(inject('postgres').url)
  own.pathname = `/${await createDatabase('template1')}`
  return own.href
}

async function createDatabase(template: string): Promise<string> {
  const { url, prefix } = inject('postgres')
  const name = prefix + randomBytes(6).toString('hex')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return name
}
