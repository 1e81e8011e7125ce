import type pg from 'pg'

/** Whether the database has neither events nor members. */
export async function isUnused(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    'select 1 where exists (select 1 from events) or exists (select 1 from members)',
  )
  return rows.length === 0
}
