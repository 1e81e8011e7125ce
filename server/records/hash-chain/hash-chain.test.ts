// Even the owner of the tables cannot make the chain match again without the field keys.

import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { canaryMember } from '../../../test/app/canaries.ts'
import { openTestApp } from '../../../test/app/test-app.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { makeFieldKeys, openFieldKeys } from '../../platform/keys/field-keys.ts'
import { CHAINED_TABLES } from './chained-tables.ts'
import { checkChains, faultInWords, reportChains, reportChainsApart } from './check-chain.ts'
import { renewChain, sealRows } from './seal-rows.ts'

const START = new Date('2027-01-12T09:00:00Z')
const keyRing = makeFieldKeys()
const fieldKeys = openFieldKeys(keyRing)
let database: TestDatabase
let deps: { database: TestDatabase; fieldKeys: typeof fieldKeys; now: () => Date }
let moment: Date
beforeAll(async () => {
  database = await openTestDatabase()
  deps = { database, fieldKeys, now: () => moment }
})
afterAll(() => database.close())
beforeEach(async () => {
  moment = START
  await asOwner('truncate audit_log, chain_batches restart identity')
})

const fail = (error: Error) => {
  throw error
}
const seal = () => sealRows(deps, fail)

async function asOwner(statement: string): Promise<void> {
  await database.owner.transaction(async (tx) => {
    for (const table of ['audit_log', 'chain_batches']) {
      await tx.execute(sql.raw(`alter table ${table} disable trigger append_only`))
      await tx.execute(sql.raw(`grant update, delete, truncate on ${table} to current_user`))
    }
    await tx.execute(sql.raw(statement))
    for (const table of ['audit_log', 'chain_batches']) {
      await tx.execute(sql.raw(`alter table ${table} enable trigger append_only`))
      await tx.execute(sql.raw(`revoke update, delete, truncate on ${table} from current_user`))
    }
  })
}
const later = (ms: number) => {
  moment = new Date(moment.getTime() + ms)
}
const write = (count: number, at = moment) =>
  database.pool.query(
    `insert into audit_log (action, subject, details, at)
       select 'booked', 'appointment ' || n, '{"b": 1, "a": {"d": "ü", "c": null}}', $2
         from generate_series(1, $1) as n`,
    [count, at],
  )
const batches = async () => {
  const { rows } = await database.pool.query(
    `select batch, from_id as "from", to_id as "to", is_late as late, row_ids as ids
       from chain_batches where table_name = 'audit_log' and chain =
         (select max(chain) from chain_batches where table_name = 'audit_log') order by batch`,
  )
  return rows
}
const audit = async () =>
  (await checkChains(deps)).find(({ table }) => table === 'audit_log') ?? expect.fail()
const fault = async () => (await audit()).fault

/** Twelve rows in three batches, the last more than ten minutes old. */
async function sealThree(): Promise<void> {
  for (const count of [5, 4, 3]) {
    await write(count)
    later(11 * MINUTE_MS)
    await seal()
  }
}

test('rows are sealed in batches once they are ten minutes old, and match', async () => {
  await write(3)
  later(9 * MINUTE_MS)
  await write(2)
  await seal()
  expect(await batches()).toEqual([])
  later(2 * MINUTE_MS)
  await seal()
  expect(await batches()).toEqual([{ batch: 1, from: 1, to: 3, late: false, ids: '1-3' }])
  later(9 * MINUTE_MS)
  await seal()
  await seal()
  expect(await batches()).toMatchObject([{ to: 3 }, { batch: 2, from: 4, to: 5 }])
  expect(await audit()).toMatchObject({ fault: null, batches: 2, rows: 5 })
})

test('more rows than a batch holds go into several, and all are checked', async () => {
  await write(2_300)
  later(11 * MINUTE_MS)
  await seal()
  expect(await batches()).toMatchObject([{ to: 1000 }, { to: 2000 }, { from: 2001, to: 2300 }])
  expect(await audit()).toMatchObject({ fault: null, rows: 2_300 })
})

test('many small batches are checked with few statements', async () => {
  for (let n = 0; n < 20; n++) {
    await write(2)
    later(11 * MINUTE_MS)
    await seal()
  }
  expect(await batches()).toHaveLength(20)
  let reads = 0
  const transaction: TestDatabase['transaction'] = (work) => {
    reads += 1
    return database.transaction(work)
  }
  const reports = await checkChains({ ...deps, database: { ...database, transaction } })
  expect(reports).toContainEqual(expect.objectContaining({ table: 'audit_log', rows: 40 }))
  expect(reports.filter((report) => report.fault)).toEqual([])
  expect(reads).toBe(1)
})

test('processes that seal at once make one chain', async () => {
  await write(2_500)
  later(11 * MINUTE_MS)
  await Promise.all([seal(), seal(), seal()])
  await seal()
  expect(await batches()).toHaveLength(3)
  expect(await fault()).toBeNull()
})

describe('the check names the first batch that does not match', () => {
  beforeEach(sealThree)

  test.each([
    ['a row that was changed', `update audit_log set subject = 'other' where id = 7`],
    ['a moment that was changed', `update audit_log set at = at + interval '1 ms' where id = 7`],
    ['details that were changed', `update audit_log set details = '{"b": 2}' where id = 7`],
    ['a batch that was changed', `update chain_batches set row_ids = '6-8' where batch = 2`],
    [
      'a MAC that was changed',
      `update chain_batches set mac = mac || ''::bytea || 'x' where batch = 2`,
    ],
  ])('%s', async (_what, statement) => {
    await asOwner(statement)
    expect(await fault()).toMatchObject({ batch: 2 })
  })

  test('rows that were removed', async () => {
    await asOwner('delete from audit_log where id in (6, 8)')
    expect(await fault()).toEqual({ batch: 2, what: 'rows removed', ids: [6, 8] })
  })

  test('rows that were added between', async () => {
    await asOwner('delete from audit_log where id = 7')
    await renewChain(deps, { table: 'audit_log', reason: 'test' })
    later(2 * 60 * MINUTE_MS)
    await write(1)
    later(11 * MINUTE_MS)
    await seal()
    await asOwner(
      `insert into audit_log (id, action, subject, at) overriding system value values (7, 'a', 's', now())`,
    )
    await seal()
    expect(await fault()).toEqual({ batch: 1, what: 'rows added', ids: [7] })
  })

  test('a row in front of all others', async () => {
    await asOwner(
      `insert into audit_log (id, action, subject, at) overriding system value values (-7, 'a', 's', now())`,
    )
    expect(await fault()).toEqual({ batch: 1, what: 'rows added', ids: [-7] })
  })

  test('a batch that is gone', async () => {
    await asOwner('delete from chain_batches where batch = 2')
    expect(await fault()).toEqual({ batch: 2, what: 'batch missing', ids: [] })
  })

  test('the end of the chain that is gone together with its rows', async () => {
    expect(await fault()).toBeNull()
    await asOwner(
      'delete from audit_log where id between 10 and 12; delete from chain_batches where batch = 3',
    )
    expect(await fault()).toEqual({ batch: 3, what: 'batch missing', ids: [] })
  })

  test('rows that are never sealed', async () => {
    await write(1, new Date('2020-01-01T00:00:00Z'))
    expect(await fault()).toBeNull()
    later(30 * MINUTE_MS)
    expect(await fault()).toBeNull()
    later(61 * MINUTE_MS)
    expect(await fault()).toMatchObject({ batch: 4, what: 'rows not sealed', ids: [13] })
    await seal()
    expect(await fault()).toBeNull()
  })

  test('rows and batches that were made to match with another key', async () => {
    await asOwner(`update audit_log set subject = 'other' where id = 7`)
    const other = { ...deps, fieldKeys: openFieldKeys(makeFieldKeys()) }
    await renewChain(other, { table: 'audit_log', reason: 'forged' })
    expect(await fault()).toMatchObject({ batch: 1, what: 'rows changed' })
  })

  test('and it is in the log and the audit log, without the row’s content', async () => {
    await asOwner(`update audit_log set subject = 'secret' where id = 7`)
    const errors: string[] = []
    await reportChains(deps, ({ message }) => errors.push(message))
    expect(errors).toEqual([
      'The hash chain is broken. audit_log: rows changed in batch 2 of chain 1',
    ])
    const { rows } = await database.pool.query(
      'select action, subject, details from audit_log order by id desc limit 1',
    )
    expect(rows).toEqual([
      {
        action: 'hash chain broken',
        subject: 'audit_log',
        details: { chain: 1, batch: 2, what: 'rows changed', ids: [] },
      },
    ])
  })

  test('and in a process of its own, which passes its own failure on without values', async () => {
    await asOwner(`update audit_log set subject = 'secret' where id = 7`)
    const errors: Error[] = []
    const reportIn = (databaseUrl: string) =>
      reportChainsApart({ databaseUrl, keyRing }, (error) => errors.push(error))
    await reportIn(database.url)
    expect(errors.map(({ message }) => message)).toEqual([
      'The hash chain is broken. audit_log: rows changed in batch 2 of chain 1',
    ])
    const elsewhere = Object.assign(new URL(database.url), { pathname: '/missing' }).href
    await expect(reportIn(elsewhere)).rejects.toThrow('did not end')
    expect(errors[1]?.cause).toMatchObject({ code: '3D000', message: 'refused by the database' })
  })

  test('a new chain takes the place of one that does not match', async () => {
    await asOwner(`update audit_log set subject = 'other' where id = 7`)
    expect(await renewChain(deps, { table: 'audit_log', reason: 'seen to' })).toBe(1)
    expect(await audit()).toMatchObject({ chain: 2, fault: null })
  })
})

test('a row whose transaction ends after later rows were sealed gets a batch of its own', async () => {
  const slow = new pg.Client({ connectionString: database.url })
  await slow.connect()
  await slow.query('begin')
  await write(2)
  await slow.query(`insert into audit_log (action, subject, at) values ('late', 's', $1)`, [moment])
  await write(2)
  later(11 * MINUTE_MS)
  await seal()
  expect(await batches()).toEqual([{ batch: 1, from: 1, to: 5, late: false, ids: '1-2,4-5' }])
  await slow.query('commit')
  await slow.end()
  later(MINUTE_MS)
  expect(await fault()).toBeNull()
  expect(await batches()).toMatchObject([{}, { batch: 2, from: 3, to: 3, late: true, ids: '3' }])
  const { rows } = await database.pool.query(
    `select details from audit_log where action = 'hash chain: late rows'`,
  )
  expect(rows).toEqual([{ details: { chain: 1, batch: 2, rows: '3' } }])
  await asOwner('delete from audit_log where id = 3')
  expect(await fault()).toMatchObject({ batch: 2, what: 'rows removed', ids: [3] })
})

test('a column that is added later changes nothing that is sealed', async () => {
  await sealThree()
  await database.owner.pool.query('alter table audit_log add column added_later text')
  expect(await fault()).toBeNull()
  await database.owner.pool.query('alter table audit_log drop column added_later')
})

test('every table that is only added to is in the chain, but the words that consents quote', async () => {
  const { rows } = await database.pool.query(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only'`,
  )
  // The audit log, which is in the chain, has each merge and its end, each result that it named, each
  // stop of contact, note, incident, exception, signature, publication and day at a surgery, and each invoice with
  // what was paid for it, and each change of the settings; steps of care loops go with their loop.
  const others = [
    'care_loop_steps',
    'chain_batches',
    'chain_reseals',
    'consent_words',
    'contact_stops',
    'erasure_exceptions',
    'failsafe_sheets',
    'gp_appointments',
    'incident_entries',
    'invoice_payment_undos',
    'invoice_payments',
    'invoices',
    'member_merges',
    'member_notes',
    'member_partings',
    'merged_results',
    'published_figures',
    'settings',
  ]
  const names = rows.map(({ name }) => name).filter((name) => !others.includes(name))
  expect(names.toSorted()).toEqual([...CHAINED_TABLES].toSorted())
})

test('sealed columns may be sealed again with another key; words of a consent may not change', async () => {
  const site = await openTestApp({ now: START })
  const member = await canaryMember(site)
  await site.ask('GET', `/api/medical/results/${member.id}`, { as: member })
  site.moveTo(new Date(START.getTime() + 11 * MINUTE_MS))
  await sealRows(site.deps, fail)
  const whole = async () =>
    (await checkChains(site.deps)).filter((report) => report.fault).map(faultInWords)
  expect(await whole()).toEqual([])
  const counted = await checkChains(site.deps)
  for (const table of ['consents', 'results', 'access_log', 'audit_log'])
    expect(counted.find((report) => report.table === table)?.rows).toBeGreaterThan(0)

  const change = (table: string, statement: string, values: unknown[] = []) =>
    site.owner.transaction(async (tx) => {
      await tx.execute(sql.raw(`alter table ${table} disable trigger append_only`))
      await tx.execute(sql.raw(`grant update on ${table} to current_user`))
      const [sealed, id] = values
      await tx.execute(
        values.length === 0
          ? sql.raw(statement)
          : sql`update results set sealed = ${sealed} where id = ${id}`,
      )
      await tx.execute(sql.raw(`alter table ${table} enable trigger append_only`))
    })
  const { rows } = await site.deps.database.pool.query('select * from results')
  const [{ id, sealed, source, source_ref: ref }] = rows
  const place = `results|sealed|${source}|${ref}`
  const again = site.deps.fieldKeys.seal(site.deps.fieldKeys.open(sealed, place), place)
  await change('results', '', [again, id])
  expect(await whole()).toEqual([])

  await change('results', '', [site.deps.fieldKeys.seal('{"test_result":"0"}', place), id])
  await change('consent_words', `update consent_words set words = '{"terms": "other"}'`)
  expect(await whole()).toEqual([
    'consents: rows changed in batch 1 of chain 1',
    'results: rows changed in batch 1 of chain 1',
  ])
  await site.close()
})

test('the keys of a row reveal nothing to a reader of the batches', async () => {
  const secret = randomUUID()
  await database.pool.query(`insert into audit_log (action, subject, at) values ('a', $1, $2)`, [
    secret,
    moment,
  ])
  later(11 * MINUTE_MS)
  await seal()
  const { rows } = await database.pool.query('select b::text as text from chain_batches b')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(secret)
})
