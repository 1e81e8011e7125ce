// What a restored database holds.
import type pg from 'pg'

export type RestoredFacts = { lastBooking: Date | null; keys: string[] }

/** Null when the database holds no site. */
export async function readFacts(pool: pg.Pool): Promise<RestoredFacts | null> {
  const { rows: tables } = await pool.query<{ has: boolean }>(
    `select to_regclass('appointments') is not null
       and to_regclass('field_key_canaries') is not null as has`,
  )
  if (!tables[0]?.has) return null
  const { rows: booked } = await pool.query<{ last: Date | null }>(
    'select max(created_at) as last from appointments',
  )
  const { rows: keys } = await pool.query<{ name: string }>(
    `select substr(name, 5) as name from field_key_canaries where name like 'key %' order by 1`,
  )
  return { lastBooking: booked[0]?.last ?? null, keys: keys.map(({ name }) => name) }
}

export function factsInWords(facts: RestoredFacts | null): string {
  if (!facts) return 'It holds no site.'
  const { lastBooking, keys } = facts
  const last = lastBooking ? `The last booking is of ${lastBooking.toISOString()}.` : 'No bookings.'
  return `${last} The field keys that open it: ${keys.join(', ') || 'none yet'}.`
}
