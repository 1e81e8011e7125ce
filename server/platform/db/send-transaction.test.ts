import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database/database.ts'
import { type Database, databaseFault, type Queryable } from './database.ts'
import { prepareSql, refuseUnlessRow } from './prepared-query.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
  await database.owner.db.execute(sql`create table numbers (n integer primary key)`)
  await database.owner.db.execute(sql`grant all on numbers to public`)
})
afterAll(() => database.close())
beforeEach(() => database.owner.db.execute(sql`delete from numbers`))

const insert = prepareSql(
  'insert_number',
  () => sql`insert into numbers values (${sql.placeholder('n')})`,
)
const refuseUnless = prepareSql('refuse_unless_number', () =>
  refuseUnlessRow(sql`select 1 from numbers where n = ${sql.placeholder('n')}`, 'no_such_number'),
)
const numbers = async () => {
  const { rows } = await database.db.execute<{ n: number }>(sql`select n from numbers order by n`)
  return rows.map(({ n }) => n)
}
const send = (work: (q: Queryable) => Promise<unknown>[]) =>
  (database as Database).sendTransaction(work)

test('statements see those before them, and all are committed', async () => {
  await send((q) => [insert(q).execute({ n: 1 }), refuseUnless(q).execute({ n: 1 })])
  expect(await numbers()).toEqual([1])
})

test('one that fails undoes all, and its error is the result', async () => {
  const sent = send((q) => [
    insert(q).execute({ n: 1 }),
    refuseUnless(q).execute({ n: 2 }),
    insert(q).execute({ n: 1 }),
  ])
  const error = await sent.catch((error: unknown) => error)
  expect(databaseFault(error)).toEqual({ state: 'P0001', constraint: 'no_such_number' })
  expect(await numbers()).toEqual([])
})

test('the rows of the last statement alone are returned, as text', async () => {
  const list = prepareSql('list_numbers', () => sql`select n, null from numbers order by n`)
  await send((q) => [insert(q).execute({ n: 1 })])
  const listed = await send((q) => [
    list(q).execute(),
    insert(q).execute({ n: 20 }),
    list(q).execute(),
  ])
  expect(listed).toEqual([
    ['1', null],
    ['20', null],
  ])
  expect(await send((q) => [list(q).execute(), insert(q).execute({ n: 3 })])).toEqual([])
})

test('a connection serves the next transaction after one that failed', async () => {
  for (const n of [1, 1, 2]) await send((q) => [insert(q).execute({ n })]).catch(() => undefined)
  expect(await numbers()).toEqual([1, 2])
})

test('work that throws is undone, and its transaction has ended', async () => {
  let late: Queryable | undefined
  const thrown = send((q) => {
    late = q
    throw new Error('no statement')
  })
  await expect(thrown).rejects.toThrow('no statement')
  const { rows } = await database.owner.db.execute(
    sql`select state from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
  )
  expect(rows).toEqual([])
  await expect(insert(late as Queryable).execute({ n: 3 })).rejects.toThrow()
})

test('a statement that starts after the transaction was sent is refused', async () => {
  let late: Queryable | undefined
  await send((q) => {
    late = q
    return [insert(q).execute({ n: 1 })]
  })
  const { message, cause } = await insert(late as Queryable)
    .execute({ n: 2 })
    .then(
      () => new Error('it was sent'),
      (error: Error) => error,
    )
  expect(`${message} ${cause}`).toContain('after its transaction was sent')
  expect(await numbers()).toEqual([1])
})
