// Which rows an act has written, in all tables: after a kill they are none, or those of the whole act.
import type pg from 'pg'

/** Not of an act: who looks at what, who is signed in, words that are saved once for everybody, counters and chains. */
const APART = [
  'access_log',
  'chain_batches',
  'chain_locks',
  'consent_words',
  'office_sessions',
  'rate_limits',
  'staff',
]
/** Rows that were written, and rows that are gone, by table. */
export type Footprint = Record<string, string>
export type Before = { since: number; counts: Record<string, number> }

/** Take it before the act; only rows that are written afterwards are in the footprint. */
export async function beforeAct(pool: pg.Pool): Promise<Before> {
  const { rows } = await pool.query<{ since: string }>('select pg_current_xact_id()::text as since')
  return { since: Number(rows[0]?.since), counts: (await writtenRows(pool, 0)).all }
}

/** By table, how many rows were added or changed since, and how many there are more or fewer. */
export async function footprintOf(pool: pg.Pool, { since, counts }: Before): Promise<Footprint> {
  const { all, written } = await writtenRows(pool, since)
  const footprint: Footprint = {}
  for (const [table, count] of Object.entries(written)) {
    const more = (all[table] ?? 0) - (counts[table] ?? 0)
    if (count > 0 || more !== 0) footprint[table] = `${count} written, ${more} more`
  }
  return footprint
}

async function writtenRows(pool: pg.Pool, since: number) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1)
       order by 1`,
    [APART],
  )
  const counted = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as all,
      (count(*) filter (where xmin::text::bigint > ${since}))::int as written from "${name}"`,
  )
  // A job is fetched and ended by a worker afterwards: what counts is how many there are.
  const messages = `select 'queued ' || name, count(*)::int, 0 from jobs.job
    where name in ('mail', 'sms') group by name`
  const { rows } = await pool.query<{ name: string; all: number; written: number }>(
    [...counted, messages].join(' union all '),
  )
  return {
    all: Object.fromEntries(rows.map(({ name, all }) => [name, all])),
    written: Object.fromEntries(rows.map(({ name, written }) => [name, written])),
  }
}
