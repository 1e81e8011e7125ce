import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import type { Tx } from '../../platform/db/database.ts'
import { erasureLog } from '../../platform/db/schema.ts'
import { makeFieldKeys, openFieldKeys } from '../../platform/keys/field-keys.ts'
import { checkChains } from './check-chain.ts'
import { openBatches, resealBatches } from './reseal.ts'
import { sealRows } from './seal-rows.ts'

const START = new Date('2027-01-12T09:00:00Z')
const fieldKeys = openFieldKeys(makeFieldKeys())
let database: TestDatabase
let deps: { database: TestDatabase; fieldKeys: typeof fieldKeys; now: () => Date }
let moment: Date
beforeAll(async () => {
  database = await openTestDatabase()
  deps = { database, fieldKeys, now: () => moment }
})
afterAll(() => database.close())
beforeEach(() => {
  moment = moment ? new Date(moment.getTime() + 3_600_000) : START
})

/** As the owner, who may lift the guards; returns the ids. */
async function write(count: number): Promise<number[]> {
  const { rows } = await database.pool.query(
    `insert into audit_log (action, subject, details, at)
       select 'booked', $3, '{"reason": "Ann rang"}', $2 from generate_series(1, $1) returning id`,
    [count, moment, randomUUID()],
  )
  moment = new Date(moment.getTime() + 11 * 60_000)
  return rows.map(({ id }) => id)
}
const seal = () =>
  sealRows(deps, (error) => {
    throw error
  })
const faultOf = async () =>
  (await checkChains(deps)).find(({ table }) => table === 'audit_log')?.fault ?? null

async function unguarded(tx: Tx, statement: string): Promise<void> {
  await tx.execute(sql`alter table audit_log disable trigger append_only`)
  await tx.execute(sql`grant update, delete on audit_log to current_user`)
  await tx.execute(sql.raw(statement))
  await tx.execute(sql`revoke update, delete on audit_log from current_user`)
  await tx.execute(sql`alter table audit_log enable trigger append_only`)
}

async function erase(ids: number[], statement: string): Promise<void> {
  await database.owner.transaction(async (tx) => {
    const opened = await openBatches(tx, deps, { table: 'audit_log', ids })
    await unguarded(tx, statement)
    const [log] = await tx
      .insert(erasureLog)
      .values({ kind: 'health records', counts: {}, at: moment })
      .returning()
    await resealBatches(tx, deps, { opened, erasureLogId: log?.id ?? 0 })
  })
}

test('rows that an erasure changed or removed match the chain, also a second time', async () => {
  const [first = 0, second = 0, third = 0] = await write(5)
  await seal()
  await erase([first], `update audit_log set details = '{}' where id = ${first}`)
  expect(await faultOf()).toBeNull()
  await erase([second, third], `delete from audit_log where id in (${second}, ${third})`)
  expect(await faultOf()).toBeNull()
  await write(3)
  await seal()
  expect(await faultOf()).toBeNull()
})

test('any other change of an erased batch is a fault', async () => {
  const [first = 0, second = 0, third = 0] = await write(4)
  await seal()
  await erase([first, second], `delete from audit_log where id = ${first}`)
  const tamper = (statement: string) => database.owner.transaction((tx) => unguarded(tx, statement))
  await tamper(`update audit_log set details = '{"reason": "mine"}' where id = ${second}`)
  expect(await faultOf()).toMatchObject({ what: 'rows changed' })
  await tamper(`update audit_log set details = '{"reason": "Ann rang"}' where id = ${second}`)
  expect(await faultOf()).toBeNull()
  await tamper(`update audit_log set subject = subject where id = ${third}`)
  expect(await faultOf()).toBeNull()
  const copy = `create table taken as select * from audit_log where id = ${third}`
  await database.owner.db.execute(sql.raw(copy))
  await tamper(`delete from audit_log where id = ${third}`)
  expect(await faultOf()).toMatchObject({ what: 'rows removed', ids: [third] })
  await database.owner.db.execute(
    sql`insert into audit_log overriding system value select * from taken`,
  )
  expect(await faultOf()).toBeNull()
})

test('a batch that does not match already is not sealed again', async () => {
  const [first = 0, second = 0] = await write(3)
  await seal()
  const change = `update audit_log set subject = 'x' where id = ${second}`
  await database.owner.transaction((tx) => unguarded(tx, change))
  const remove = erase([first], `delete from audit_log where id = ${first}`)
  await expect(remove).rejects.toThrow('does not match its rows')
  const { rows } = await database.pool.query('select 1 from audit_log where id = $1', [first])
  expect(rows).toHaveLength(1)
})

test('rows are not sealed while an erasure is under way', async () => {
  const [first = 0] = await write(2)
  const order: string[] = []
  let sealing: Promise<unknown> | undefined
  await database.owner.transaction(async (tx) => {
    await openBatches(tx, deps, { table: 'audit_log', ids: [first] })
    sealing = seal().then(() => order.push('sealed'))
    await unguarded(tx, `update audit_log set details = '{}' where id = ${first}`)
    order.push('erased')
  })
  await sealing
  expect(order).toEqual(['erased', 'sealed'])
})
