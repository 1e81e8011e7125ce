import pg from 'pg'

/** The SQLSTATE and the violated constraint or unique index; null for other errors. */
export function databaseFault(error: unknown): { state: string; constraint: string | null } | null {
  if (error instanceof pg.DatabaseError)
    return { state: error.code ?? '', constraint: error.constraint ?? null }
  return error instanceof Error && error.cause ? databaseFault(error.cause) : null
}
