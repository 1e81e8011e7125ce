import pg from 'pg'

/** A member who is booked loses every way to be written to, as one who was entered by phone. */
export async function loseEmail(email: string): Promise<{ name: string }> {
  const database = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await database.connect()
  try {
    const { rows } = await database.query<{ name: string }>(
      `update members set email = null, seal_id = user_id, user_id = null, contact_by = 'telephone'
         where email = $1 returning first_name || ' ' || last_name as name`,
      [email],
    )
    const [row] = rows
    if (!row) throw new Error(`${email} is no member`)
    return row
  } finally {
    await database.end()
  }
}

/** The member has a mobile that a code confirmed; its digits, as a text is addressed to it. */
export async function proveMobile(email: string): Promise<string> {
  const database = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await database.connect()
  try {
    const { rows } = await database.query<{ id: number }>(
      `update members set phone = '07700 9' || lpad((id % 100000)::text, 5, '0'),
          proven_phone = '07700 9' || lpad((id % 100000)::text, 5, '0')
         where email = $1 returning id`,
      [email],
    )
    const [row] = rows
    if (!row) throw new Error(`${email} is no member`)
    return `4477009${String(row.id % 100_000).padStart(5, '0')}`
  } finally {
    await database.end()
  }
}
