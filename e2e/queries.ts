import pg from 'pg'

/**
 * Takes a hold away that the site itself would keep, as bad luck does: the database was put back, or
 * an operator freed the place.
 */
export async function loseHold(holdId: string): Promise<void> {
  const database = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL })
  await database.connect()
  try {
    const { rowCount } = await database.query(
      'update places set held_by = null, hold_id = null, held_until = null where hold_id = $1',
      [holdId],
    )
    if (rowCount !== 1) throw new Error(`no place has the hold ${holdId}`)
  } finally {
    await database.end()
  }
}
