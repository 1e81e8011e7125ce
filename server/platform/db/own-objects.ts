import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { getConstructionPlans } from 'pg-boss'

export const SCHEMAS = ['public', 'auth', 'jobs']

const FOLDERS = [
  new URL('./migrations/', import.meta.url),
  new URL('../../../auth/db/migrations/', import.meta.url),
]
const CREATED =
  /^\s*create\s+(?:table|view|materialized view)\s+(?:if not exists\s+)?("?\w+"?(?:\."?\w+"?)?)/gim

const IS_OF_EXTENSION = `exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass
  and d.objid = c.oid and d.deptype = 'e')`

/**
 * SQL that is true for what the migrations made, of `pg_class c` and `pg_namespace n`: by its name,
 * which `parameter` lists, or its owner, who also owns schema_migrations. Never of an extension.
 */
export function isOwn(parameter: string): string {
  return `(not ${IS_OF_EXTENSION} and (n.nspname || '.' || c.relname = any(${parameter})
    or c.relowner = (select relowner from pg_class where oid = to_regclass('public.schema_migrations'))))`
}

/** 'schema.name' of the tables and views that the migrations and the queue make. */
export async function listOwnNames(): Promise<string[]> {
  const texts = await Promise.all(FOLDERS.map(readFolder))
  const created = [...texts.flat(), getConstructionPlans('jobs')].flatMap((text) =>
    Array.from(text.matchAll(CREATED), ([, name = '']) => name.replaceAll('"', '')),
  )
  const names = created.map((name) => (name.includes('.') ? name : `public.${name}`))
  return ['public.schema_migrations', 'auth.migrations', ...names]
}

/** Those of the site that a role owns which the one of `db` is no member of. */
export async function listLostObjects(db: pg.Pool): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm') and ${isOwn('$2')}
         and not pg_has_role(c.relowner, 'MEMBER')
       order by 1`,
    [SCHEMAS, await listOwnNames()],
  )
  return rows.map(({ name }) => name)
}

/** Tables, views and sequences in the site's schemas that are not the site's, with their owners. */
export async function listStrangeObjects(db: pg.Pool, erasureRole: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select n.nspname || '.' || c.relname || ' of ' || coalesce(
         (select 'the extension ' || e.extname from pg_depend d
            join pg_extension e on e.oid = d.refobjid and d.refclassid = 'pg_extension'::regclass
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'),
         pg_get_userbyid(c.relowner)) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not ${isOwn('$2')}
     union all
     select n.nspname || '.' || p.proname || '() of ' || pg_get_userbyid(p.proowner)
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = any($1) and not exists (select 1 from pg_depend d
           where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
         and p.proowner <> (select relowner from pg_class
           where oid = to_regclass('public.schema_migrations'))
         and pg_get_userbyid(p.proowner) <> $3
     order by 1`,
    [SCHEMAS, await listOwnNames(), erasureRole],
  )
  return rows.map(({ name }) => name)
}

async function readFolder(folder: URL): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'))
  return Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
}
