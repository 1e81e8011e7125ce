import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database/database.ts'
import { until } from '../../../test/until.ts'
import { type Database, databaseFault } from './database.ts'
import { events, labs, products } from './schema.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('ids and counts are numbers, by table and by bare SQL', async () => {
  const [product] = await database.db
    .insert(products)
    .values({ name: 'PSA test', pricePence: 2500 })
    .returning({ id: products.id })
  const { rows } = await database.db.execute(sql`select id, count(*) from products group by id`)
  expect(rows).toEqual([{ id: product?.id, count: 1 }])
})

describe('a transaction', () => {
  test('that throws leaves nothing behind', async () => {
    const work = database.transaction(async (tx) => {
      await tx.insert(labs).values({ name: 'Lab of a lost cause' })
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await database.db.select().from(labs)).toEqual([])
  })

  test('that deadlocks with another runs again, and both happen', async () => {
    const [first, second] = await database.db
      .insert(products)
      .values([
        { name: 'first', pricePence: 0 },
        { name: 'second', pricePence: 0 },
      ])
      .returning({ id: products.id })
    let runs = 0
    const bothHoldOne = meetingOf(2)
    const addOne = (ids: (number | undefined)[]) =>
      database.transaction(async (tx) => {
        runs++
        for (const id of ids) {
          await tx.execute(sql`update products set price_pence = price_pence + 1 where id = ${id}`)
          await bothHoldOne()
        }
      })
    await Promise.all([addOne([first?.id, second?.id]), addOne([second?.id, first?.id])])

    const after = await database.db.execute(
      sql`select price_pence from products where id in (${first?.id}, ${second?.id})`,
    )
    expect(after.rows).toEqual([{ price_pence: 2 }, { price_pence: 2 }])
    expect(runs).toBe(3)
  })

  test('that breaks a rule of the schema is not tried again', async () => {
    let runs = 0
    const work = database.transaction(async (tx) => {
      runs++
      await tx.execute(sql`insert into labs (name) values ('Twin'), ('Twin')`)
    })
    const fault = await work.catch(databaseFault)
    expect(fault).toEqual({ state: '23505', constraint: 'labs_name_unique' })
    expect(runs).toBe(1)
  })
})

test('a pool outlives the loss of its connections', async () => {
  await database.db.select().from(events)
  const backends = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  await Promise.all([database.db.execute(sql`select 1`), database.db.execute(sql`select 1`)])
  await database.db.execute(backends)
  expect(await database.db.select().from(events)).toEqual([])
})

test('a connection that is lost within a transaction fails that transaction and nothing else', async () => {
  const lost = database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
    // The client gets the event while none of its queries is running.
    await until(() => expect(database.pool.idleCount).toBeGreaterThan(0))
    await new Promise((resolve) => setImmediate(resolve))
    await tx.execute(sql`select 1`)
  })
  await expect(lost).rejects.toThrow()
  await expect(database.transaction(async () => 'well')).resolves.toBe('well')
})

test('connections that are lost at the start of a transaction leave the pool as large', async () => {
  for (let n = 0; n <= database.pool.options.max; n++) {
    database.pool.once('acquire', (client) => {
      Reflect.get(client, 'connection').stream.destroy()
    })
    await expect(database.transaction(async () => 'well')).rejects.toThrow()
  }
  await expect(database.transaction(async () => 'well')).resolves.toBe('well')
})

test('other errors are not database faults', () => {
  expect(databaseFault(new Error('no'))).toBeNull()
  expect(databaseFault('no')).toBeNull()
})

function meetingOf(n: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = n
  return () => {
    missing--
    if (missing === 0) resolve()
    return promise
  }
}
