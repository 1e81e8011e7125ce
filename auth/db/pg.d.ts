// What @types/pg leaves out of pg.
import 'pg'

declare module 'pg' {
  interface ClientBase {
    /** False while a statement is under way. */
    readonly readyForQuery: boolean
  }
}
