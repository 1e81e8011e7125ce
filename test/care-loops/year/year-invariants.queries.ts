// What the checker of the simulated year looks for beyond lostPeople, in the records themselves.
import type pg from 'pg'
import { LOOP_RULES, type LoopKind } from '../../../domain/office/care-loops.ts'
import { queryReal } from '../real-rows.ts'

/** Loops that must have been opened, and were not. */
export async function unopened(
  pool: pg.Pool,
  wanted: readonly { appointment_id: number; kind: string }[],
): Promise<string[]> {
  const { rows } = await queryReal<{ what: string }>(
    pool,
    `select 'appointment ' || w.appointment_id || ' never had ' || w.kind as what
       from jsonb_to_recordset($1) as w (appointment_id bigint, kind text)
       where not exists (select from care_loops c
         where c.appointment_id = w.appointment_id
           -- Once the letter is posted the task about the GP goes on under the next name.
           and (c.kind = w.kind or w.kind = 'gp_told' and c.kind = 'gp_outcome'))`,
    [JSON.stringify(wanted)],
  )
  return rows.map(({ what }) => what)
}

/** Open loops that something has answered. */
export async function answered(pool: pg.Pool): Promise<string[]> {
  const { rows } = await queryReal<{ what: string }>(
    pool,
    `with opened as (select * from care_loops where closed_at is null)
     select o.kind || ' ' || o.id || ' waits for a result that is there' as what from opened o
       where o.kind in ('sample_to_lab', 'lab_to_result')
         and exists (select from lab_results l
           where l.appointment_id = o.appointment_id and l.state <> 'discarded')
     union all select o.kind || ' ' || o.id || ' waits for a sample that was taken' from opened o
       join results r on r.id = o.result_id
       where o.kind in ('repeat_test', 'recall')
         and exists (select from attendance t join appointments a on a.id = t.appointment_id
           where a.member_id = o.member_id and a.id <> o.appointment_id
             and t.state = 'sampled' and t.since > r.released_at)`,
  )
  return rows.map(({ what }) => what)
}

/** Appointments whose members agreed, and whose result has no letter to a GP. */
export async function withoutGpLetter(pool: pg.Pool, wanted: readonly number[]): Promise<string[]> {
  const { rows } = await queryReal<{ what: string }>(
    pool,
    `select 'no letter to the GP about appointment ' || w.id as what
       from unnest($1::bigint[]) as w (id)
       where not exists (select from result_letters l join results r on r.id = l.result_id
         where r.appointment_id = w.id and l.recipient = 'gp')`,
    [wanted],
  )
  return rows.map(({ what }) => what)
}

/** Letters that wait when everything is run down. */
export async function unsent(pool: pg.Pool): Promise<string[]> {
  const { rows } = await queryReal<{ what: string }>(
    pool,
    `select 'letter to the ' || recipient || ' about result ' || result_id || ' waits' as what
       from result_letters where state in ('waiting', 'printed') order by id limit 20`,
  )
  return rows.map(({ what }) => what)
}

/** Letters, steps and notices that were made twice for one cause. */
export async function doneTwice(pool: pg.Pool): Promise<string[]> {
  const { rows } = await queryReal<{ what: string }>(
    pool,
    `select 'step ' || action || ' of loop ' || loop_id as what from care_loop_steps
         group by loop_id, action having count(*) > 1
     union all select 'notice ' || kind || ' of ' || cause from notices
         group by kind, cause having count(*) > 1
     union all select 'message ' || about || ' by ' || queue from sent_messages
         where about like 'booked %' or about like 'missed %'
         group by about, queue having count(*) > 1
     union all select 'answer ' || round || ' about result ' || result_id from follow_up_answers
         group by result_id, round having count(*) > 1
     union all select 'letter to the ' || recipient || ' about result ' || result_id
         from result_letters group by result_id, recipient, copy having count(*) > 1`,
  )
  return rows.map(({ what }) => what)
}

type Overdue = { id: number; kind: LoopKind }

/** Open loops that are overdue at `now`, by who has to see them. */
export async function overdueOf(
  pool: pg.Pool,
  owner: 'office' | 'clinician',
  now: Date,
): Promise<Overdue[]> {
  const { rows } = await queryReal<Overdue>(
    pool,
    `select id::int as id, kind from care_loops where closed_at is null and due_at <= $1`,
    [now],
  )
  return rows.filter(({ kind }) => LOOP_RULES[kind].owner === owner)
}

/** What is open when everything is run down. */
export async function stillOpen(pool: pg.Pool): Promise<string[]> {
  const { rows } = await queryReal<{ what: string }>(
    pool,
    `select kind || ' of member ' || member_id || ' is open since ' || opened_at as what
       from care_loops where closed_at is null order by id limit 20`,
  )
  return rows.map(({ what }) => what)
}

/** How many loops of each kind were closed, and why. */
export async function closings(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await queryReal<{ what: string; n: number }>(
    pool,
    `select kind || ': ' || regexp_replace(coalesce(closed_because, 'open'), '\\d+', 'n') as what,
       count(*)::int as n from care_loops group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ what, n }) => [what, n]))
}
