// What the sealed columns of tasks and laboratory results say, for tests that ask SQL about it.
import type pg from 'pg'
import { openState } from '../../server/facts/sealed-lab-results.ts'
import type { FieldKeys } from '../../server/platform/keys/field-keys.ts'
import { type StoredLoop, toReals } from '../../server/tasks/sealed-loops.ts'

const keysOf = new WeakMap<pg.Pool, FieldKeys>()

/** Call with every pool of a test's site. */
export function rememberKeys(pool: pg.Pool, keys: FieldKeys): void {
  keysOf.set(pool, keys)
}

const LOOPS = `select id::int as id, kind, pace, urgency, due_at as "dueAt", seal_id as "sealId", sealed,
  opened_at as "openedAt", next_step_at as "nextStepAt", is_to_ring as "isToRing", calls,
  last_called_at as "lastCalledAt", ring_at as "ringAt",
  ringing_by::int as "ringingBy", ringing_since as "ringingSince", closed_because as "closedBecause" from care_loops where sealed is not null`
const REPORTS = `select id::int as id, state, seal_id as "sealId", sealed_state as "sealedState"
  from lab_results where sealed_state is not null`

/** Answers the query with care_loops and lab_results as they really are, which it cannot change. */
export async function queryReal<Row extends pg.QueryResultRow = pg.QueryResult['rows'][number]>(
  pool: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const keys = keysOf.get(pool)
  if (!keys) throw new Error('no keys are known of this pool')
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows: sealedLoops } = await client.query<StoredLoop>(LOOPS)
    const { rows: reports } = await client.query(REPORTS)
    for (const table of ['care_loops', 'lab_results'])
      await client.query(
        `create temp table ${table} on commit drop as select * from public.${table}`,
      )
    const loops = toReals(keys, sealedLoops)
    await client.query(
      'delete from care_loops where sealed is not null and id <> all($1::bigint[])',
      [loops.map(({ id }) => id)],
    )
    await client.query(
      `update care_loops c set kind = r.kind, pace = r.pace, urgency = r.urgency, due_at = r.due,
           closed_because = r.because, opened_at = r.opened, next_step_at = r.next, is_to_ring = r.ring
         from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::text[],
             $7::timestamptz[], $8::timestamptz[], $9::bool[])
           as r (id, kind, pace, urgency, due, because, opened, next, ring) where r.id = c.id`,
      (
        [
          'id',
          'kind',
          'pace',
          'urgency',
          'dueAt',
          'closedBecause',
          'openedAt',
          'nextStepAt',
          'isToRing',
        ] as const
      ).map((column) => loops.map((loop) => loop[column])),
    )
    await client.query(
      `update lab_results l set state = r.state
         from unnest($1::bigint[], $2::text[]) as r (id, state) where r.id = l.id`,
      [reports.map(({ id }) => id), reports.map((row) => openState(keys, row))],
    )
    const answer = await client.query<Row>(text, values)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
