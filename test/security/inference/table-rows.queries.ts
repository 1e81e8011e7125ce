// Every table that leads to members, and its rows by member, as a reader of a copy sees them.
import type pg from 'pg'

export type Column = { name: string; type: string; isKey: boolean }
export type MembersTable = { name: string; columns: Column[]; path: string }
export type Cell = string | number | boolean | Date | Buffer | object | null
export type RowOfMember = { member: number; row: Record<string, Cell> }

type Reference = { from: string; to: string; columns: string[]; targets: string[] }

/** Those with a column of the member or the account, or with a reference to such a table. */
export async function listMembersTables(pool: pg.Pool): Promise<MembersTable[]> {
  const { rows: columns } = await pool.query<{ table: string } & Column>(`
    select c.relname as table, a.attname as name, t.typname as type,
        exists (select from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'f')
          and a.attnum = any(k.conkey)) as "isKey"
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, a.attnum`)
  const { rows: references } = await pool.query<Reference>(`
    select k.conrelid::regclass::text as from, k.confrelid::regclass::text as to,
        array(select a.attname::text from unnest(k.conkey) with ordinality u (n, o)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by u.o) as columns,
        array(select a.attname::text from unnest(k.confkey) with ordinality u (n, o)
          join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by u.o) as targets
      from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const paths = new Map<string, string>([
    ['members', 'select id as member, ctid as row from members'],
  ])
  for (const [table, own] of tables) {
    const direct = directPath(table, own)
    if (direct && table !== 'members') paths.set(table, direct)
  }
  for (let isNew = true; isNew; ) {
    isNew = false
    for (const one of references) {
      const target = paths.get(one.to)
      if (!target || paths.has(one.from) || STAFFS.has(one.to)) continue
      const on = one.columns.map((column, n) => `f.${column} = o.${one.targets[n]}`).join(' and ')
      paths.set(
        one.from,
        `select p.member, f.ctid as row from ${one.from} f join ${one.to} o on ${on}
          join (${target}) p on p.row = o.ctid`,
      )
      isNew = true
    }
  }
  return [...paths].map(([name, path]) => ({
    name,
    path,
    columns: (tables.get(name) ?? []).map(({ table: _, ...column }) => column),
  }))
}

/** Rows of staff and of events belong to nobody's result. */
const STAFFS = new Set(['staff', 'events'])

function directPath(table: string, columns: Column[]): string | null {
  const has = (name: string) => columns.some((column) => column.name === name)
  if (has('member_id')) return `select member_id as member, ctid as row from ${table}`
  const account = ['user_id', 'actor_user_id'].find(has)
  return account
    ? `select m.id as member, t.ctid as row from ${table} t join members m on m.user_id = t.${account}`
    : null
}

export async function readRows(
  pool: pg.Pool,
  { name, path }: MembersTable,
): Promise<RowOfMember[]> {
  const { rows } = await pool.query<{ member: string; row: RowOfMember['row'] }>({
    text: `select p.member, t.* from (${path}) p join ${name} t on t.ctid = p.row where p.member is not null`,
  })
  return rows.map(({ member, ...row }) => ({
    member: Number(member),
    row: row as RowOfMember['row'],
  }))
}
