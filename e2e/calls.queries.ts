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
