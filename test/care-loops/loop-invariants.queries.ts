// Nobody with a sample is without an end or an open loop (rules §9.6). From the records of the
// events themselves, not from what the code of the loops believes.
import type pg from 'pg'
import { queryReal } from './real-rows.ts'

/** By what a person or an erasure has ended it. */
const ENDED = `exists (select from care_loops c where c.closed_because in ('person', 'erased')`

/**
 * What is wrong, with the ids; empty when nobody falls through. After a round of chaseLoops at `now`
 * also what only time opens.
 */
export async function lostPeople(pool: pg.Pool, now: Date): Promise<string[]> {
  const { rows } = await queryReal<{ what: string }>(
    pool,
    `with sampled as (select a.* from attendance t join appointments a on a.id = t.appointment_id
         where t.state = 'sampled'),
       live as (select l.* from lab_results l where l.state not in ('released', 'discarded')),
       current as (select r.* from results r where r.released_at <= $1
         and not exists (select from results n where n.supersedes_id = r.id)),
       opened as (select * from care_loops where closed_at is null)
     select 'sample ' || s.id || ' has no result and no open loop' as what from sampled s
       where not exists (select from live l where l.appointment_id = s.id)
         and not exists (select from results r where r.appointment_id = s.id)
         and not exists (select from opened o where o.appointment_id = s.id
           and o.kind in ('sample_to_lab', 'lab_to_result', 'repeat_test'))
         and not ${ENDED} and c.appointment_id = s.id)
     union all select 'laboratory result ' || l.id || ' in ' || l.state || ' has no open loop' from live l
       where not exists (select from opened o where o.lab_result_id = l.id and o.kind = case l.state
           when 'review' then 'result_to_review' when 'second' then 'second_review'
           else 'review_to_release' end)
         and not ${ENDED} and c.lab_result_id = l.id)
     union all select 'result ' || r.id || ' is neither read nor an open loop' from current r
       where not exists (select from access_log v where v.result_id = r.id and v.actor_role = 'member')
         and not exists (select from result_letters w where w.result_id = r.id
           and w.recipient = 'member' and w.state = 'posted')
         and not exists (select from opened o where o.result_id = r.id and o.kind = 'released_to_read')
         and not ${ENDED} and c.result_id = r.id)
     union all select 'result ' || r.id || ' was read and is still chased' from current r
       join opened o on o.result_id = r.id and o.kind = 'released_to_read'
       where exists (select from access_log v where v.result_id = r.id and v.actor_role = 'member'
         and v.reason is distinct from 'copy of all data')
     union all select 'loop ' || o.id || ' is about a sample that is none' from opened o
       join attendance t on t.appointment_id = o.appointment_id and t.state <> 'sampled'
       where o.kind in ('sample_to_lab', 'lab_to_result')
     union all select 'loop ' || o.id || ' is about a review that is over' from opened o
       join lab_results l on l.id = o.lab_result_id and l.state in ('released', 'discarded')
       where o.kind in ('result_to_review', 'second_review', 'review_to_release')
     union all select 'loop ' || o.id || ' has no due time' from opened o where o.due_at is null
     union all select 'loop ' || o.id || ' missed its step' from opened o where o.next_step_at <= $1
     union all select 'appointment ' || a.id || ' is over and nobody says what came of it'
       from appointments a join events e on e.id = a.event_id and e.status = 'published'
       left join attendance t on t.appointment_id = a.id
       where a.status = 'booked' and a.slot_ends_at <= $1
         and coalesce(t.state, 'expected') in ('expected', 'arrived')
         and not exists (select from care_loops c where c.appointment_id = a.id
           and c.kind = 'booked_to_attended')`,
    [now],
  )
  return rows.map(({ what }) => what)
}

/** Open loops of a person, as 'kind', in the order in which they were opened. */
export async function openKinds(pool: pg.Pool, memberId: number): Promise<string[]> {
  const { rows } = await queryReal<{ kind: string }>(
    pool,
    'select kind from care_loops where member_id = $1 and closed_at is null order by id',
    [memberId],
  )
  return rows.map(({ kind }) => kind)
}

/** Closed loops of a person, as 'kind: why', in the order in which they were opened. */
export async function closedKinds(pool: pg.Pool, memberId: number): Promise<string[]> {
  const { rows } = await queryReal<{ kind: string; closed_because: string }>(
    pool,
    `select kind, closed_because from care_loops
      where member_id = $1 and closed_at is not null order by id`,
    [memberId],
  )
  return rows.map((row) => `${row.kind}: ${row.closed_because}`)
}
