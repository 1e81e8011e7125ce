import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { prepareDatabase } from '../prepare-database.ts'
import { databaseFault, openDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { openHome } from './postgres-home.ts'
import { choosePostgresOwner } from './postgres-owner.ts'
import { findPrograms } from './postgres-programs.ts'
import { superuserClient } from './postgres-server.ts'
import { canUndoRights } from './rights.ts'

test("an installation whose tables belong to the site's role is handed over on the next start", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-roles-'))
  const start = () =>
    startEmbeddedPostgres({ dataDir, onLog: () => undefined, settings: { fsync: 'off' } })
  const first = await start()
  await withPool(first.ownerUrl, (owner) => prepareDatabase(owner, { siteRole: 'charity' }))
  await makeAsBefore(dataDir, first.url)
  await withPool(first.url, async (site) => {
    expect(await canUndoRights(site, 'charity')).toBe(true)
    await site.query('alter table audit_log disable trigger append_only')
    await site.query('alter table audit_log enable trigger append_only')
    await site.query(`insert into audit_log (action, subject, at) values ('a', 's', now())`)
  })
  await first.stop()

  const both = await Promise.all([start(), start()])
  const [second] = both
  await withPool(second.url, async (site) => {
    expect(await canUndoRights(site, 'charity')).toBe(false)
    const { rows } = await site.query(
      'select action, (select rolcreatedb from pg_roles where rolname = current_user) from audit_log',
    )
    expect(rows).toEqual([{ action: 'a', rolcreatedb: false }])
    // A server process of the older version can go on before the migration.
    await site.query('update places set held_until = null')
    for (const change of ['delete from audit_log', 'drop trigger append_only on audit_log']) {
      const fault = await site.query(change).catch(databaseFault)
      expect(fault).toMatchObject({ state: '42501' })
    }
  })
  await withPool(second.ownerUrl, (owner) => prepareDatabase(owner, { siteRole: 'charity' }))
  for (const postgres of both) await postgres.stop()
  await rm(dataDir, { recursive: true })
})

async function makeAsBefore(dataDir: string, url: string): Promise<void> {
  const user = await choosePostgresOwner()
  const { superuserPassword } = await openHome(dataDir, user, await findPrograms(user))
  const port = Number(new URL(url).port)
  const client = superuserClient({ superuserPassword, port }, { database: 'charity' })
  await client.connect()
  await client.query(
    `reassign owned by charity_owner to charity;
     alter role charity createdb;
     drop role charity_owner`,
  )
  await client.end()
}

async function withPool(url: string, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const { pool, close } = openDatabase(url, { max: 2 })
  await work(pool)
  await close()
}
