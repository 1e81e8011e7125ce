import type pg from 'pg'

/** The connections that PostgreSQL admits to ordinary roles, of all machines together. */
export async function findConnectionLimit(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ admitted: number }>(`
    select sum(case name when 'max_connections' then setting::int else -setting::int end)::int
        as admitted
      from pg_settings
      where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`)
  return rows[0]?.admitted ?? 0
}
