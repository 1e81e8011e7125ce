import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../server/platform/db/database.ts'
import { createEmptyDatabase, runAsSuperuser } from '../test/database/database.ts'
import { migrateDatabase } from './migrate-database.ts'

const { username: site, password } = new URL(inject('postgres').url)

/** A new, empty database for both roles, and the lines logged about it. */
async function emptyDatabase() {
  const ownerUrl = await createEmptyDatabase()
  const url = Object.assign(new URL(ownerUrl), { username: site, password }).href
  const logged: string[] = []
  const options = { onLog: (line: string) => void logged.push(line), fieldKeys: undefined }
  return { url, ownerUrl, logged, options }
}

test('an owner migrates, and the site runs with its own role', async () => {
  const { url, ownerUrl, logged, options } = await emptyDatabase()
  await migrateDatabase({ url, ownerUrl }, options)
  // As on machines without the owner's address.
  await migrateDatabase({ url, ownerUrl: undefined }, options)
  expect(logged).toEqual([])
  const { pool, close } = openDatabase(url, { max: 1 })
  await pool.query('select 1 from members, auth.users, jobs.job')
  await close()
})

test('one role for everything works, with one warning that it can lift the protection of rows', async () => {
  const { ownerUrl, logged, options } = await emptyDatabase()
  await migrateDatabase({ url: ownerUrl, ownerUrl: undefined }, options)
  expect(logged).toEqual([expect.stringContaining('can alter the tables that it uses')])
})

test('a start without the owner names what is missing, and how to add it', async () => {
  const { url, ownerUrl, options } = await emptyDatabase()
  await migrateDatabase({ url, ownerUrl }, options)
  const { pool, close } = openDatabase(ownerUrl, { max: 1 })
  await pool.query("delete from schema_migrations where tag = '0075_roads_back'")
  const asSite = () => migrateDatabase({ url, ownerUrl: undefined }, options)
  await expect(asSite()).rejects.toThrow(
    'The database lacks 0075_roads_back, and the role of DATABASE_URL may not add it. Run "npm run ops -- migrate" with DATABASE_OWNER_URL set.',
  )
  await pool.query("insert into schema_migrations (tag) values ('0075_roads_back')")
  await pool.query("delete from jobs.queue where name = 'sweep'")
  await expect(asSite()).rejects.toThrow('The database lacks jobs')
  await close()
})

test('on an empty database too', async () => {
  const { url, options } = await emptyDatabase()
  await expect(migrateDatabase({ url, ownerUrl: undefined }, options)).rejects.toThrow(
    'The database lacks 0074_baseline',
  )
})

test('an owner that does not own the tables is refused with a sentence', async () => {
  const { url, ownerUrl, options } = await emptyDatabase()
  await migrateDatabase({ url, ownerUrl }, options)
  await expect(migrateDatabase({ url: ownerUrl, ownerUrl: url }, options)).rejects.toThrow(
    "The role of DATABASE_OWNER_URL may not change the site's tables",
  )
})

describe('objects that are not the site’s', () => {
  test('stop no start, keep their rights and are named once', async () => {
    const { url, ownerUrl, logged, options } = await emptyDatabase()
    await migrateDatabase({ url, ownerUrl }, options)
    await runAsSuperuser(
      url,
      `create extension pg_stat_statements;
       create table op_mistake (id serial primary key, secret bytea);
       create view op_view as select 1 as one;
       create materialized view op_rows as select 1 as one;
       create table jobs.op_queue (id int); create table auth.op_user (id int);
       create function op_function() returns int language sql as 'select 1';
       create table op_evidence (id int);
       create trigger append_only before update on op_evidence
         for each statement execute function refuse_change()`,
    )
    await migrateDatabase({ url, ownerUrl }, options)
    expect(logged).toEqual([expect.stringContaining('they are left alone')])
    expect(logged[0]).toContain('auth.op_user of postgres')
    const { pool, close } = openDatabase(url, { max: 1 })
    for (const name of ['op_mistake', 'op_view', 'op_evidence', 'jobs.op_queue'])
      await expect(pool.query(`select * from ${name}`)).rejects.toThrow('permission denied')
    await close()
  })

  test('that belong to an extension are no fault either where one role does everything', async () => {
    const { ownerUrl, logged, options } = await emptyDatabase()
    await runAsSuperuser(ownerUrl, 'create extension pg_stat_statements')
    await migrateDatabase({ url: ownerUrl, ownerUrl: undefined }, options)
    await migrateDatabase({ url: ownerUrl, ownerUrl: undefined }, options)
    expect(logged.join()).toContain('pg_stat_statements of the extension pg_stat_statements')
  })
})

test('a table of the site that another role owns is named', async () => {
  const { url, ownerUrl, options } = await emptyDatabase()
  await migrateDatabase({ url, ownerUrl }, options)
  await runAsSuperuser(url, 'alter table recalls owner to postgres')
  await expect(migrateDatabase({ url, ownerUrl }, options)).rejects.toThrow(
    'another role owns public.recalls. Hand them over',
  )
})
