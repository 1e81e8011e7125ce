import type pg from 'pg'
import { isOwn, listLostObjects, listOwnNames, SCHEMAS } from './own-objects.ts'

const MIGRATION_TABLES = ['schema_migrations', 'auth.migrations']
const APPEND_ONLY_TRIGGER = 'append_only'
const CHANGES = ['UPDATE', 'DELETE', 'TRUNCATE']

/** Grants the site's role all but changes of append-only tables. `client` is in a transaction. */
export async function grantRights(client: pg.ClientBase, siteRole: string): Promise<void> {
  const tables = await listTables(client, siteRole)
  for (const table of tables) if (table.isAppendOnly) await limitOwner(client, table)
  if (tables.every(({ owner }) => owner === siteRole)) return

  const site = client.escapeIdentifier(siteRole)
  for (const schema of await schemasWithoutUsage(client, siteRole))
    await client.query(`grant usage on schema ${schema} to ${site}`)
  for (const table of tables) {
    const wanted = rightsOn(table)
    if (table.rights.join() === wanted.toSorted().join()) continue
    await client.query(`revoke all on ${table.name} from ${site}`)
    await client.query(`grant ${wanted.join(', ')} on ${table.name} to ${site}`)
  }
  await grantSequences(client, siteRole)
}

/** Whether the role of `db` may alter every table of the site, or create the first. */
export async function canMigrate(db: pg.Pool): Promise<boolean> {
  if ((await listLostObjects(db)).length > 0) return false
  const { rows } = await db.query<{ can: boolean }>(
    `select to_regclass('public.schema_migrations') is not null
       or has_schema_privilege('public', 'CREATE') as can`,
  )
  return rows[0]?.can ?? false
}

/** Whether the site's role could undo its own limits. */
export async function canUndoRights(db: pg.Pool, siteRole: string): Promise<boolean> {
  const { rows } = await db.query<{ can: boolean }>(
    `select has_schema_privilege($1, 'public', 'CREATE')
       or (select pg_has_role($1, datdba, 'MEMBER') from pg_database
             where datname = current_database())
       or exists (select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname = any($2) and ${isOwn('$3')}
               and pg_has_role($1, c.relowner, 'MEMBER')) as can`,
    [siteRole, SCHEMAS, await listOwnNames()],
  )
  return rows[0]?.can ?? true
}

type Table = {
  name: string
  owner: string
  isAppendOnly: boolean
  rights: string[]
  ownerChanges: boolean
  keys: string[]
  /** Of `keys`, those that the owner may not update. */
  lackedKeys: string[]
}

function rightsOn({ name, isAppendOnly }: Table): string[] {
  if (MIGRATION_TABLES.includes(name)) return ['SELECT']
  if (isAppendOnly) return ['SELECT', 'INSERT']
  return ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
}

// A foreign key check locks the referenced row, and before a deletion those that refer to it, for
// which their tables' owner needs UPDATE on a column of the key.
async function limitOwner(client: pg.ClientBase, table: Table): Promise<void> {
  const owner = client.escapeIdentifier(table.owner)
  if (table.ownerChanges)
    await client.query(`revoke ${CHANGES.join(', ')} on ${table.name} from ${owner}`)
  const keys = table.ownerChanges ? table.keys : table.lackedKeys
  if (keys.length > 0)
    await client.query(`grant update (${keys.join(', ')}) on ${table.name} to ${owner}`)
}

async function listTables(client: pg.ClientBase, siteRole: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::regclass::text as name,
       pg_get_userbyid(c.relowner)::text as owner,
       exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = $3)
         as "isAppendOnly",
       array(select a.privilege_type from aclexplode(c.relacl) a where a.grantee = r.oid
         union select a.privilege_type from pg_attribute f, aclexplode(f.attacl) a
           where f.attrelid = c.oid and a.grantee = r.oid
         order by 1) as rights,
       c.relacl is null or exists (select 1 from aclexplode(c.relacl) a
         where a.grantee = c.relowner and a.privilege_type = any($4)) as "ownerChanges",
       array(select distinct quote_ident(f.attname) from pg_constraint k
         join pg_attribute f on f.attrelid = c.oid
           and (k.confrelid = c.oid and f.attnum = any(k.confkey)
             or k.conrelid = c.oid and f.attnum = any(k.conkey))
         where k.contype = 'f' and c.oid in (k.confrelid, k.conrelid)) as keys,
       array(select distinct quote_ident(f.attname) from pg_constraint k
         join pg_attribute f on f.attrelid = c.oid
           and (k.confrelid = c.oid and f.attnum = any(k.confkey)
             or k.conrelid = c.oid and f.attnum = any(k.conkey))
         where k.contype = 'f' and c.oid in (k.confrelid, k.conrelid)
           and not has_column_privilege(c.relowner, c.oid, f.attnum, 'UPDATE')) as "lackedKeys"
     from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_roles r on r.rolname = $1
     where n.nspname = any($2) and c.relkind in ('r', 'p', 'v') and ${isOwn('$5')}
     order by c.oid`,
    [siteRole, SCHEMAS, APPEND_ONLY_TRIGGER, CHANGES, await listOwnNames()],
  )
  return rows
}

async function schemasWithoutUsage(client: pg.ClientBase, siteRole: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_namespace
       where nspname = any($2) and not has_schema_privilege($1, oid, 'USAGE')`,
    [siteRole, SCHEMAS],
  )
  return rows.map(({ name }) => name)
}

async function grantSequences(client: pg.ClientBase, siteRole: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_roles r on r.rolname = $1
     where n.nspname = any($2) and c.relkind = 'S' and ${isOwn('$3')}
       and not exists (select 1 from aclexplode(c.relacl) a where a.grantee = r.oid)`,
    [siteRole, SCHEMAS, await listOwnNames()],
  )
  for (const { name } of rows)
    await client.query(`grant usage on sequence ${name} to ${client.escapeIdentifier(siteRole)}`)
}
