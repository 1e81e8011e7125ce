import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { isDatabaseUnavailable } from '../../../auth/db/database-unavailable.ts'
import { openPostgresLine } from '../../../test/app/postgres-line.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { type Database, openDatabase } from './database.ts'
import { labs } from './schema.ts'

const STATEMENT_MS = 1_000
const PATIENCE_MS = 5_000

let own: TestDatabase
let line: Awaited<ReturnType<typeof openPostgresLine>>
let database: Database
beforeAll(async () => {
  own = await openTestDatabase()
  line = await openPostgresLine(own.url)
})
beforeEach(async () => {
  await database?.close()
  database = openDatabase(line.url, { max: 2, statementMs: STATEMENT_MS })
})
afterAll(async () => {
  await database.close()
  await own.close()
  await line.cut()
})

const add = (name: string) => sql`insert into labs (name) values (${name})`
const ways = {
  'a query': () => database.db.execute(sql`select 1`),
  'a transaction': () => database.transaction((tx) => tx.execute(add('Frozen'))),
  'a transaction in one round trip': () =>
    database.sendTransaction((q) => [q.insert(labs).values({ name: 'Sent' }).execute()]),
}

test.each(Object.entries(ways))(
  '%s on a connection that hangs fails in time, and the next gets another connection',
  async (_, way) => {
    await Promise.all([database.pool.query('select 1'), database.pool.query('select 1')])
    line.freeze()
    const begun = performance.now()
    const results = await Promise.allSettled([way(), way()])
    line.thaw()
    expect(performance.now() - begun).toBeLessThan(PATIENCE_MS)
    for (const result of results)
      expect([result.status, isDatabaseUnavailable(Reflect.get(result, 'reason'))]).toEqual([
        'rejected',
        true,
      ])
    const { rows } = await database.db.execute(sql`select 1 as one`)
    expect(rows).toEqual([{ one: 1 }])
  },
)

test('a hung COMMIT is not taken for a success', async () => {
  const work = database.transaction(async (tx) => {
    await tx.execute(add('Never committed'))
    line.freeze()
  })
  await expect(work).rejects.toSatisfy(isDatabaseUnavailable)
  line.thaw()
  expect(await own.db.select().from(labs)).toEqual([])
})

test('a statement at its own limit ends by PostgreSQL, and the connection stays', async () => {
  const { rows: before } = await database.db.execute(sql`select pg_backend_pid() as pid`)
  const slow = database.transaction((tx) => tx.execute(sql`select pg_sleep(20)`))
  await expect(slow).rejects.toSatisfy(({ cause }) => cause.code === '57014')
  const { rows: after } = await database.db.execute(sql`select pg_backend_pid() as pid`)
  expect(after).toEqual(before)
})

test('a connection that waits for its next statement is not hung', async () => {
  const { promise: later, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, STATEMENT_MS * 3)
  const work = database.transaction(async (tx) => {
    await later
    const { rows } = await tx.execute(sql`select 1 as one`)
    return rows
  })
  expect(await work).toEqual([{ one: 1 }])
})

test('a standby is refused, and a connection that leads to one is left as soon as it is known', async () => {
  const name = new URL(own.url).pathname.slice(1)
  const admin = openDatabase(inject('postgres').ownerUrl, { max: 1 })
  const become = (mode: 'on' | 'off') =>
    admin.pool.query(`alter database ${name} set default_transaction_read_only = ${mode}`)
  await database.pool.query('select 1')

  await become('on')
  const fresh = openDatabase(line.url, { max: 2 })
  await expect(fresh.db.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseUnavailable)
  await fresh.close()
  expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])

  const demoted = database.transaction(async (tx) => {
    await tx.execute(sql`set transaction read only`)
    await tx.execute(add('On a standby'))
  })
  await expect(demoted).rejects.toSatisfy(isDatabaseUnavailable)
  await expect(database.db.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseUnavailable)

  await become('off')
  await database.db.execute(add('On the primary'))
  expect((await own.db.select({ name: labs.name }).from(labs)).at(-1)).toEqual({
    name: 'On the primary',
  })
  await admin.close()
})
