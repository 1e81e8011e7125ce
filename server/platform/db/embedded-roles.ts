import type pg from 'pg'
import { databaseFault } from './database-fault.ts'
import { type Server, superuserClient } from './postgres-server.ts'
import { grantRights } from './rights.ts'

const ATTEMPTS = 20

/**
 * Creates the database `charity` and its roles: `charity_owner` migrates it, `charity` is the
 * site's; nobody connects as `charity_erasure`, which owns the functions that erase. Transfers the ownership in clusters of older versions, where `charity` owned everything.
 */
export async function createRoles(superuser: pg.Client, server: Server): Promise<void> {
  const password = (text: string) => superuser.escapeLiteral(text)
  await createIfMissing(
    superuser,
    `create role charity_owner login createdb password ${password(server.ownerPassword)}`,
  )
  await createIfMissing(
    superuser,
    `create role charity login password ${password(server.password)}`,
  )
  await createIfMissing(superuser, 'create role charity_erasure nologin')
  await createIfMissing(superuser, 'grant charity to charity_owner')
  // To define its functions, without having its rights.
  await createIfMissing(
    superuser,
    'grant charity_erasure to charity_owner with inherit false, set true',
  )
  await createIfMissing(superuser, 'create database charity owner charity_owner')
  for (let attempt = 1; await siteOwnsObjects(superuser); attempt++)
    await transferOwnership(server).catch((error: unknown) => {
      if (attempt === ATTEMPTS || !databaseFault(error)) throw error
    })
}

async function createIfMissing(client: pg.Client, creation: string): Promise<void> {
  await client.query(creation).catch((error: unknown) => {
    const exists = ['42710', '42P04', '23505'].includes(databaseFault(error)?.state ?? '')
    if (!exists) throw error
  })
}

async function siteOwnsObjects(superuser: pg.Client): Promise<boolean> {
  const { rows } = await superuser.query(
    `select 1 from pg_shdepend
       where refclassid = 'pg_authid'::regclass and refobjid = 'charity'::regrole and deptype = 'o'
         and dbid in (0, (select oid from pg_database where datname = 'charity'))
     union all select 1 from pg_roles where rolname = 'charity' and rolcreatedb`,
  )
  return rows.length > 0
}

// In one transaction with the site's grants, so that a running site keeps its access.
async function transferOwnership(server: Server): Promise<void> {
  const client = superuserClient(server, { database: 'charity' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('reassign owned by charity to charity_owner')
    await client.query('alter role charity nocreatedb')
    await grantRights(client, 'charity')
    await client.query('commit')
  } finally {
    await client.end()
  }
}
