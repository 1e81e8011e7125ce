// As many members with a sample as the largest file has rows, copied from one.
import type pg from 'pg'

/** A statement has seconds. */
const AT_ONCE = 1_000

/** `n` counts from 1; the nth has the tube LAB00000001 and so on, and a name of its own. */
export async function addSamplesLike(
  pool: pg.Pool,
  { appointmentId, count }: { appointmentId: number; count: number },
): Promise<void> {
  const copies: [table: string, from: string, changes: string][] = [
    [
      'members',
      'members t where t.id = (select member_id from appointments where id = $1)',
      `'id', 5000000 + n, 'user_id', null, 'seal_id', gen_random_uuid(), 'email', 'n' || n || '@example.org', 'first_name', 'Fn' || n, 'last_name', 'Ln' || n`,
    ],
    [
      'consents',
      'consents t where t.id = (select consent_id from appointments where id = $1)',
      `'id', 5000000 + n, 'member_id', 5000000 + n`,
    ],
    [
      'appointments',
      'appointments t where t.id = $1',
      `'id', 5000000 + n, 'member_id', 5000000 + n, 'consent_id', 5000000 + n, 'reference', 'MANY' || n`,
    ],
    ['attendance', 'attendance t where t.appointment_id = $1', `'appointment_id', 5000000 + n`],
    [
      'tubes',
      'tubes t where t.appointment_id = $1',
      `'id', 5000000 + n, 'appointment_id', 5000000 + n, 'code', 'LAB' || lpad(n::text, 8, '0')`,
    ],
  ]
  for (const [table, from, changes] of copies)
    for (let first = 1; first <= count; first += AT_ONCE)
      await pool.query(
        `insert into ${table} overriding system value
          select copy.* from ${from.replace(' t where', ' t, generate_series($2::int, $3::int) n, lateral jsonb_populate_record(t, jsonb_build_object(' + changes + ')) copy where')}`,
        [appointmentId, first, Math.min(count, first + AT_ONCE - 1)],
      )
}
