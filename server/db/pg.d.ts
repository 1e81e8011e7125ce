// What @types/pg leaves out of pg.
import 'pg'

declare module 'pg' {
  interface Connection {
    /** The texts of the prepared statements by their names. */
    parsedStatements: Record<string, string>
  }
}
