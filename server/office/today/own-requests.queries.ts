import { sql } from 'drizzle-orm'
import { type OwnRequest, OwnRequestSchema } from '../../../domain/office/today-schemas.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { readRows } from '../../platform/db/parsed.ts'

const MOST_REQUESTS = 50

/** What this person asked for that waits for a second person, oldest first, at most 50. */
export function listOwnRequests(q: Queryable, staffId: number): Promise<OwnRequest[]> {
  const statement = sql`
    select kind, id, about, pence from (
      select 'action' as kind, a.id::text as id, e.name as about, null::int as pence, a.created_at as at
        from bulk_actions a join events e on e.id = a.event_id
        where a.made_by = ${staffId} and a.state = 'waits for a second person'
      union all
      select 'refund', r.payment_id::text, null, r.amount_pence, r.asked_at
        from refund_requests r
        where r.asked_by = ${staffId} and r.state = 'waits for a second person'
      union all
      select 'strike', s.id::text, helper.name, null, s.asked_at
        from walk_in_strikes s join staff helper on helper.id = s.staff_id
        where s.asked_by = ${staffId} and s.done_at is null and s.withdrawn_at is null
      union all
      select 'merge', m.id::text, null, null, m.asked_at
        from merge_requests m
        where m.proposed_by = ${staffId} and m.proposal is not null and m.decided_at is null
      union all
      select 'withdrawal', l.lab_result_id::text, null, null, l.opened_at
        from care_loops l
        where l.kind = 'take_back' and l.closed_at is null
          and (select review.staff_id from result_reviews review
            where review.lab_result_id = l.lab_result_id and review.kind = 'take back asked'
            order by review.id desc limit 1) = ${staffId}) own
    order by at, kind, id limit ${MOST_REQUESTS}`
  return readRows(q, OwnRequestSchema, statement)
}
