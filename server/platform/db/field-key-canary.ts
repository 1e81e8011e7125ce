import type pg from 'pg'
import { openFieldKeys, readKeyNames } from '../keys/field-keys.ts'
import { databaseFault } from './database-fault.ts'

const TEXT = 'canary'
const NO_TABLE = '42P01'
const INDEX_ROW = 'index'
const placeOf = (row: string) => `field_key_canaries.sealed:${row}`

/** Throws Error when the key ring does not match this database; one without the table passes. */
export async function checkFieldKeys(pool: pg.Pool, ringJson: string): Promise<void> {
  const tables = await pool.query<{ table: string | null }>(
    `select to_regclass('field_key_canaries') as table`,
  )
  if (tables.rows[0]?.table) await openCanaries(pool, ringJson)
}

/** Checks as `checkFieldKeys` does, then stores missing canaries. */
export async function sealCanaries(pool: pg.Pool, ringJson: string): Promise<void> {
  const keys = openFieldKeys(ringJson)
  const row = `key ${readKeyNames(ringJson).current}`
  const client = await pool.connect()
  try {
    await client.query('begin')
    // The index row first: of two rings on an empty database the second waits here for the first.
    await client.query(
      `insert into field_key_canaries (name, sealed) values ($1, $2), ($3, $4)
       on conflict (name) do nothing`,
      [INDEX_ROW, keys.blindIndex(TEXT, placeOf(INDEX_ROW)), row, keys.seal(TEXT, placeOf(row))],
    )
    await openCanaries(client, ringJson)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    if (databaseFault(error)?.state !== NO_TABLE) throw error
    throw new Error(
      'The database of DATABASE_URL is not prepared: npm start or npm run ops -- migrate brings its tables up to date',
    )
  }
}

async function openCanaries(q: Pick<pg.Pool, 'query'>, ringJson: string): Promise<void> {
  const keys = openFieldKeys(ringJson)
  const { all } = readKeyNames(ringJson)
  const { rows } = await q.query<{ name: string; sealed: Buffer }>(
    'select name, sealed from field_key_canaries order by name desc',
  )
  for (const { name: row, sealed } of rows) {
    const key = row.replace(/^key /, '')
    if (row === INDEX_ROW) {
      if (!keys.blindIndex(TEXT, placeOf(row)).equals(sealed))
        throw new Error('FIELD_KEYS has another index key than this database was written with')
    } else if (!all.includes(key))
      throw new Error(`FIELD_KEYS lacks the key "${key}", which this database was written with`)
    else if (!opens(() => keys.open(sealed, placeOf(row))))
      throw new Error(
        `FIELD_KEYS has other bytes for the key "${key}" than this database was written with`,
      )
  }
}

function opens(open: () => string): boolean {
  try {
    return open() === TEXT
  } catch {
    return false
  }
}
