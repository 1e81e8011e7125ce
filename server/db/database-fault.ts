import pg from 'pg'

/** SQLSTATE and, for a violated rule of the schema, the name of the constraint or unique index. */
export function databaseFault(error: unknown): { state: string; constraint: string | null } | null {
  if (error instanceof pg.DatabaseError)
    return { state: error.code ?? '', constraint: error.constraint ?? null }
  return error instanceof Error && error.cause ? databaseFault(error.cause) : null
}
