import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  createEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/database/database.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { databaseFault } from './database.ts'
import { canUndoRights } from './rights.ts'

const SITE = new URL(inject('postgres').url).username
const REFUSED = '42501'
const REPLACEMENT = `create or replace function refuse_change() returns trigger language plpgsql
  as $$ begin return null; end $$`

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describe("the site's role", () => {
  test.each([
    ['alter a table', 'alter table audit_log add column more text'],
    ['drop a trigger', 'drop trigger append_only on audit_log'],
    ['switch a trigger off', 'alter table audit_log disable trigger append_only'],
    ['switch all triggers off', "set session_replication_role = 'replica'"],
    ['replace the function of a trigger', REPLACEMENT],
    ['add a trigger', 'create trigger mine before insert on audit_log execute function now()'],
    ['become the owner', 'set role charity_owner'],
    ['own a table', `alter table audit_log owner to ${SITE}`],
    ['own a database', `alter database postgres owner to ${SITE}`],
    ['make a table', 'create table mine (id int)'],
    ['make a schema', 'create schema mine'],
    ['drop a table', 'drop table places'],
    ['empty a table', 'truncate places'],
    ['say that a migration ran', "insert into schema_migrations (tag) values ('mine')"],
    ['forget that a migration ran', 'delete from auth.migrations'],
    ['drop the queues', 'drop table jobs.job'],
    ['make a database', 'create database mine'],
  ])('may not %s', async (_what, statement) => {
    const fault = await database.pool.query(statement).catch(databaseFault)
    expect(fault).toMatchObject({ state: REFUSED })
  })

  test('may not give itself rights', async () => {
    // PostgreSQL only warns that nothing was granted.
    await database.pool.query(`grant all on audit_log to ${SITE}`)
    const fault = await database.pool.query('delete from audit_log').catch(databaseFault)
    expect(fault).toMatchObject({ state: REFUSED })
  })

  test('cannot undo its rights', async () => {
    expect(await canUndoRights(database.pool, SITE)).toBe(false)
  })
})

test('a new table has its rights after the next migration, without a word about them', async () => {
  await database.owner.pool.query(
    `create table later_rows (id bigint primary key);
     create table later_evidence (id bigint generated always as identity primary key, what text);
     create table later_proof (evidence_id bigint references later_evidence);
     create trigger append_only before update or delete or truncate on later_evidence
       for each statement execute function refuse_change()`,
  )
  await prepareDatabase(database.owner.pool, { siteRole: SITE })
  await database.pool.query('insert into later_rows values (1)')
  await database.pool.query('update later_rows set id = 2')
  await database.pool.query('delete from later_rows')
  const added = "insert into later_evidence (what) values ('seen') returning id"
  const { rows } = await database.pool.query(added)
  await database.pool.query('insert into later_proof values ($1)', [rows[0].id])
  for (const change of ["update later_evidence set what = ''", 'delete from later_evidence'])
    for (const pool of [database.pool, database.owner.pool]) {
      const fault = await pool.query(change).catch(databaseFault)
      expect(fault).toMatchObject({ state: REFUSED })
    }
})

test('preparing a database again changes no rights', async () => {
  const before = await rightsOf(database.owner.pool)
  await prepareDatabase(database.owner.pool, { siteRole: SITE })
  expect(await rightsOf(database.owner.pool)).toEqual(before)
})

test('the owner drops a database that the site is still connected to', async () => {
  const { owner, url } = await openTestDatabase()
  const site = new pg.Client({ connectionString: url })
  const ended = new Promise((resolve) => site.on('error', resolve))
  await site.connect()
  await owner.close()
  await database.owner.pool.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
  expect(await ended).toMatchObject({ message: expect.stringContaining('terminat') })
})

test('with one role for everything the rows stay append-only, and it can undo that', async () => {
  const one = new pg.Pool({ connectionString: await createEmptyDatabase(), max: 2 })
  const role = new URL(inject('postgres').ownerUrl).username
  await prepareDatabase(one, { siteRole: role })
  await one.query(`insert into audit_log (action, subject, at) values ('a', 's', now())`)
  const fault = await one.query('delete from audit_log').catch(databaseFault)
  expect(fault).toMatchObject({ state: REFUSED })
  expect(await canUndoRights(one, role)).toBe(true)
  await one.end()
})

/** With row versions, so that a redundant grant shows too. */
async function rightsOf(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select c.oid, c.xmin::text, c.relacl::text from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'auth', 'jobs') order by c.oid`,
  )
  return rows
}

describe('the role for erasure', () => {
  const asRole = async (statement: string) => {
    const { pool } = database.owner
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('set local role charity_erasure')
      return await client.query(statement).catch(databaseFault)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  test('is nobody who could sign in, has no role, and is not the site', async () => {
    const { rows } = await database.pool.query(
      `select rolcanlogin, rolsuper, rolcreatedb, rolcreaterole,
         (select count(*)::int from pg_auth_members m where m.member = r.oid) as roles,
         pg_has_role($1, r.oid, 'MEMBER') as site
       from pg_roles r where rolname = 'charity_erasure'`,
      [SITE],
    )
    expect(rows).toEqual([
      {
        rolcanlogin: false,
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        roles: 0,
        site: false,
      },
    ])
    const become = database.pool.query('set role charity_erasure').catch(databaseFault)
    expect(await become).toMatchObject({ state: REFUSED })
  })

  test.each([
    'delete from audit_log',
    "update audit_log set details = '{}'",
    'delete from consents',
    'delete from ledger_entries',
    "update members set first_name = 'Erased'",
  ])('may %s', async (statement) => {
    expect(await asRole(statement)).toMatchObject({ command: expect.any(String) })
  })

  test.each([
    "update audit_log set action = ''",
    "update results set sealed = ''",
    'update consents set terms = false',
    'update ledger_entries set amount_pence = 1',
    'delete from members',
    'delete from erasure_log',
    "update erasure_log set counts = '{}'",
    'delete from chain_batches',
    'delete from chain_reseals',
    'delete from staff',
    'delete from events',
    'truncate audit_log',
    'drop table audit_log',
    'create table mine (id int)',
    "insert into audit_log (action, subject, at) values ('a', 's', now())",
    'select * from auth.users',
  ])('may not %s', async (statement) => {
    expect(await asRole(statement)).toMatchObject({ state: REFUSED })
  })

  test('has functions that only the site calls, and which refuse what is not due', async () => {
    const { rows } = await database.pool.query(
      `select p.proname::text as name, pg_get_userbyid(p.proowner)::text as owner,
         p.proacl::text as acl from pg_proc p where pg_get_userbyid(p.proowner) = 'charity_erasure'`,
    )
    expect(rows).toHaveLength(6)
    for (const { acl } of rows) expect(acl).not.toMatch(/[{,]=/)
    const early = database.pool.query('select erase_member(1, now(), false)').catch(databaseFault)
    expect(await early).toEqual({ state: '23514', constraint: 'erasure_is_approved' })
  })
})
