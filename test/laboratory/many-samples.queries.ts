// As many members with a sample as the largest file has rows, copied from one.
import type pg from 'pg'

/** A statement has seconds. */
const AT_ONCE = 1_000

/** `n` counts from 1; the nth has the tube LAB00000001 and so on, and a name of its own. */
export async function addSamplesLike(
  pool: pg.Pool,
  { appointmentId, count }: { appointmentId: number; count: number },
): Promise<void> {
  const copies: [table: string, where: string, changes: string][] = [
    [
      'members',
      'original.id = (select member_id from appointments where id = $1)',
      `'id', 5000000 + n, 'user_id', null, 'seal_id', gen_random_uuid(), 'email', 'n' || n || '@example.org', 'first_name', 'Fn' || n, 'last_name', 'Ln' || n`,
    ],
    [
      'consents',
      'original.id = (select consent_id from appointments where id = $1)',
      `'id', 5000000 + n, 'member_id', 5000000 + n`,
    ],
    [
      'appointments',
      'original.id = $1',
      `'id', 5000000 + n, 'member_id', 5000000 + n, 'consent_id', 5000000 + n, 'reference', 'MANY' || n`,
    ],
    ['attendance', 'original.appointment_id = $1', `'appointment_id', 5000000 + n`],
    [
      'attendance_actions',
      `original.appointment_id = $1 and original.type = 'sample'`,
      `'id', 5000000 + n, 'action_id', gen_random_uuid(), 'appointment_id', 5000000 + n, 'tube', 'LAB' || lpad(n::text, 8, '0')`,
    ],
    [
      'tubes',
      'original.appointment_id = $1',
      `'id', 5000000 + n, 'appointment_id', 5000000 + n, 'code', 'LAB' || lpad(n::text, 8, '0')`,
    ],
  ]
  for (const [table, where, changes] of copies)
    for (let first = 1; first <= count; first += AT_ONCE)
      await pool.query(
        `insert into ${table} overriding system value
          select copy.*
          from ${table} original,
            generate_series($2::int, $3::int) n,
            jsonb_populate_record(original, jsonb_build_object(${changes})) copy
          where ${where}`,
        [appointmentId, first, Math.min(count, first + AT_ONCE - 1)],
      )
}
