import type pg from 'pg'
import type { Deps } from '../deps.ts'
import { emailExists } from '../errors.ts'
import { inTransaction, sqlState } from './database.ts'

const TRIES = 3

/** Retries when a concurrent request stored the same address or identity; throws 422 email_exists. */
export async function retryOnConflict<T>(
  deps: Deps,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await inTransaction(deps.pool, work)
    } catch (error) {
      if (!(error instanceof Conflict) && sqlState(error) !== '23505') throw error
      if (n === TRIES) throw emailExists()
    }
  }
}

/** A concurrent request changed a row between read and write. */
export class Conflict extends Error {}
