import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../server/platform/db/database.ts'
import { findDuplicates } from '../../server/records/duplicates/find-duplicates.ts'
import { vacuum } from './history.queries.ts'

/**
 * Members with names, birth dates and postcodes as varied as in a country, compared for doubles;
 * published events; and of each member an appointment, a task that is done, the next test, which
 * is a task to come, and of one in 300 a task that is open.
 */
export async function fillLists(
  owner: Queryable,
  { members, events, now }: { members: number; events: number; now: Date },
): Promise<void> {
  const at = now.toISOString()
  await owner.execute(sql`
    insert into members (user_id, email, first_name, last_name, gender, date_of_birth, ethnicity,
        phone, home_address, postcode, created_at, updated_at)
      select gen_random_uuid(), 'listed-' || n || '@example.org',
          'First' || ${inLetters(sql`n % 200`)}, 'Last' || ${inLetters(sql`(n::bigint * 7919) % 40000`)}, 'Male', date '1945-01-01' + (n * 31) % 14000, 'Not stated',
          '4477' || lpad(n::text, 8, '0'), '1 Street',
          'CO' || n % 40 || ' ' || n % 9 || chr(65 + n % 23) || 'A', ${at}, ${at}
        from generate_series(1, ${members}::int) n`)
  await owner.execute(sql`
    insert into events (name, starts_at, ends_at, session_minutes, product_id, price_pence,
        payment_required, exclusive_for, city, postcode)
      select 'Listed ' || n, start, start + interval '2 hours', 12, (select min(id) from products),
          0, false, 'COMMUNITY', 'Town ' || n % 300, 'CO1 1AA'
        from generate_series(1, ${events}::int) n,
          lateral (select ${at}::timestamptz + (n - ${events}::int / 2) * interval '12 hours' as start) s`)
  await owner.execute(sql`
    insert into consent_words (version, words) values ('listed', '{}')
      on conflict do nothing`)
  await owner.execute(sql`
    insert into consents (member_id, event_id, words_version, psa_test_date, sealed, terms,
        sample_consent, gp_sharing, disclaimer, given_at)
      select m.id, e.id, 'listed', e.starts_at::date, '\\x00', true, true, false, true,
          e.starts_at - interval '10 days'
        from (select id, row_number() over (order by id) as n from members
            where email like 'listed-%') m
          join (select id, starts_at, row_number() over (order by id) - 1 as n from events
            where name like 'Listed %') e on e.n = m.n % ${events}::int`)
  await owner.execute(sql`
    insert into appointments (reference, event_id, member_id, slot_starts_at, slot_ends_at,
        payment_status, price_pence, consent_id, created_at, updated_at)
      select 'listed ' || c.id, event_id, member_id, starts_at, starts_at + interval '12 minutes',
          'not paid', 0, c.id, given_at, given_at
        from consents c join events e on e.id = event_id where words_version = 'listed'`)
  // A page of open tasks also with few members.
  const oneIn = members > 100 ? 300 : 1
  await owner.execute(sql`
    insert into care_loops (kind, member_id, appointment_id, owner, urgency, opened_at, due_at,
        next_step_at, closed_at, closed_because)
      select kind, member_id, id, owner, urgency, begun, begun + interval '14 days',
          begun + interval '14 days', case when is_done then begun + interval '1 day' end,
          case when is_done then 'sampled' end
        from appointments,
          (values ('booked_to_attended', 'office', 4, true), ('repeat_test', 'clinician', 3, false),
            ('recall', 'clinician', 4, false)) k (kind, owner, urgency, is_done),
          lateral (select case kind when 'booked_to_attended' then slot_ends_at
            when 'repeat_test' then ${at}::timestamptz - (id % 90) * interval '1 day'
            else ${at}::timestamptz + (1 + id % 700) * interval '1 day' end as begun) b
        where reference like 'listed %' and (kind <> 'repeat_test' or id % ${oneIn}::int = 0)`)
  await findDuplicates({ database: { transaction: (work) => owner.transaction(work) } })
  await vacuum(owner)
}

/** A name with digits has no keys by which others are alike. */
function inLetters(number: SQL): SQL {
  return sql`translate((${number})::text, '0123456789', 'abcdefghij')`
}
