// What an upgrade of drizzle or pg could change without a word, because no documentation has it.
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { prepareNamed, withDialect } from './drizzle-session.ts'
import { StatementBatch } from './statement-batch.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a named statement is prepared in PostgreSQL under its name, with its values', async () => {
  const prepared = await database.transaction(async (tx) => {
    const query = { sql: 'select $1::text as word', params: ['kept'] }
    const result = await prepareNamed(tx, 'drizzle_session_word', query).execute()
    expect(result).toMatchObject({ rows: [{ word: 'kept' }] })
    return tx.execute(sql`select statement from pg_prepared_statements
      where name = 'drizzle_session_word'`)
  })
  expect(prepared.rows).toEqual([{ statement: 'select $1::text as word' }])
})

test('a query built with another dialect is written by it and sent in the same transaction', async () => {
  const written: string[] = []
  class Recording extends PgDialect {
    override sqlToQuery(...sent: Parameters<PgDialect['sqlToQuery']>) {
      const query = super.sqlToQuery(...sent)
      written.push(query.sql)
      return query
    }
  }
  await database.transaction(async (tx) => {
    const number = sql<number>`pg_backend_pid()`
    const own = await withDialect(tx, new Recording()).select({ number }).from(sql`(select) one`)
    expect(own).toEqual(await tx.select({ number }).from(sql`(select) one`))
  })
  expect(written).toEqual(['select pg_backend_pid() from (select) one'])
})

test('a batch sends each kind of value as the driver does', async () => {
  const values = [
    7,
    true,
    null,
    'a "b"',
    ['x', 'y,z'],
    { k: 1 },
    Buffer.from([0, 255]),
    new Date(0),
  ]
  const types = ['int', 'bool', 'text', 'text', 'text[]', 'jsonb', 'bytea', 'timestamptz']
  const columns = types.map((type, n) => `($${n + 1}::${type})::text`)
  const text = `select ${columns.join(', ')}`
  const client = await database.pool.connect()
  const batch = new StatementBatch([{ name: 'every_kind', text, values }])
  client.query(batch)
  const [sent] = await batch.done
  const { rows } = await client.query({ text, values, rowMode: 'array' })
  client.release()
  expect(sent).toEqual(rows[0])
})

test('a batch and the driver may prepare the same name on one connection', async () => {
  const client = await database.pool.connect()
  const statement = { name: 'in_both', text: 'select $1::int', values: [1] }
  for (let n = 0; n < 2; n++) {
    await client.query(statement)
    const batch = new StatementBatch([statement])
    client.query(batch)
    expect(await batch.done).toEqual([['1']])
  }
  client.release()
})
