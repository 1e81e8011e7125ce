import { sql } from 'drizzle-orm'
import type { Queryable } from '../../server/db/database.ts'
import { findDoubles } from '../../server/members/find-doubles.ts'
import { vacuum } from './history.queries.ts'

/**
 * Members with names, birth dates and postcodes as varied as in a country, compared for doubles, and
 * published events.
 */
export async function fillLists(
  owner: Queryable,
  { members, events, now }: { members: number; events: number; now: Date },
): Promise<void> {
  const at = now.toISOString()
  await owner.execute(sql`
    insert into members (user_id, email, first_name, last_name, gender, date_of_birth, ethnicity,
        phone, home_address, postcode, created_at, updated_at)
      select gen_random_uuid(), 'listed-' || n || '@example.org', 'First' || n % 200,
          'Last' || (n::bigint * 7919) % 40000, 'Male', date '1945-01-01' + (n * 31) % 14000, 'Not stated',
          '4477' || lpad(n::text, 8, '0'), '1 Street',
          'CO' || n % 40 || ' ' || n % 9 || 'AA', ${at}, ${at}
        from generate_series(1, ${members}::int) n`)
  await owner.execute(sql`
    insert into events (name, starts_at, ends_at, session_minutes, product_id, price_pence,
        payment_required, exclusive_for, city, postcode)
      select 'Listed ' || n, start, start + interval '2 hours', 12, (select min(id) from products),
          0, false, 'COMMUNITY', 'Town ' || n % 300, 'CO1 1AA'
        from generate_series(1, ${events}::int) n,
          lateral (select ${at}::timestamptz + (n - ${events}::int / 2) * interval '12 hours' as start) s`)
  await findDoubles({ database: { transaction: (work) => owner.transaction(work) } })
  await vacuum(owner)
}
