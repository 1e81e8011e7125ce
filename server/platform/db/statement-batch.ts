import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/** The values of a row as PostgreSQL writes them. */
export type TextRow = readonly (string | null)[]

/** With a name it is planned once per connection. */
export type Statement = { name?: string | undefined; text: string; values: unknown[] }

/**
 * Statements sent at once, with one Sync after the last: PostgreSQL runs them as one transaction
 * and sends one response (its Frontend/Backend Protocol, 'Pipelining'). `done` resolves with the
 * rows of the last statement; it rejects with the first error, and then nothing is written.
 */
export class StatementBatch implements pg.Submittable {
  readonly statements: readonly { name: string; text: string; values: (Buffer | string | null)[] }[]
  readonly #done = Promise.withResolvers<TextRow[]>()
  readonly done = this.#done.promise
  readonly #rows: TextRow[] = []
  #completed = 0

  /** Throws when a value cannot be sent. */
  constructor(statements: Statement[]) {
    this.statements = statements.map(({ name = '', text, values }) => {
      return { name, text, values: values.map((value) => prepareValue(value)) }
    })
  }

  submit(connection: pg.Connection): Error | null {
    const parsedTexts = parsedBy(connection)
    const isOther = ({ name, text }: { name: string; text: string }) =>
      (parsedTexts.get(name) ?? text) !== text
    const other = this.statements.find(isOther)
    if (other) return new Error(`the name ${other.name} belongs to another statement`)

    const parsing: { name: string; text: string }[] = []
    connection.stream.cork()
    for (const { name, text, values } of this.statements) {
      const isParsed = parsedTexts.has(name) || parsing.some((known) => known.name === name)
      if (name === '' || !isParsed) {
        connection.parse({ name: ownName(name), text, types: [] }, true)
        parsing.push({ name, text })
      }
      connection.bind({ statement: ownName(name), values }, true)
      connection.execute({}, true)
    }
    connection.sync()
    connection.stream.uncork()
    if (parsing.length > 0) this.#noteParsed(connection, parsing)
    return null
  }

  handleDataRow({ fields }: { fields: TextRow }): void {
    if (this.#completed === this.statements.length - 1) this.#rows.push(fields)
  }

  handleCommandComplete(): void {
    this.#completed += 1
  }

  handleError(error: Error): void {
    this.#done.reject(error)
  }

  handleReadyForQuery(): void {
    this.#done.resolve(this.#rows)
  }

  /** A statement stays parsed when a later one fails; parsing its name again would be an error. */
  #noteParsed(connection: pg.Connection, parsing: { name: string; text: string }[]): void {
    const note = () => {
      const parsed = parsing.shift()
      if (parsed && parsed.name !== '') parsedBy(connection).set(parsed.name, parsed.text)
    }
    const stop = () => connection.off('parseComplete', note)
    connection.on('parseComplete', note)
    this.done.then(stop, stop)
  }
}

const parsedOn = new WeakMap<pg.Connection, Map<string, string>>()

/** The texts of the statements that batches prepared on the connection, by their names. */
function parsedBy(connection: pg.Connection): Map<string, string> {
  const known = parsedOn.get(connection)
  if (known) return known
  const made = new Map<string, string>()
  parsedOn.set(connection, made)
  return made
}

/** pg keeps its own account of the names that it prepared, so those of batches are others. */
function ownName(name: string): string {
  return name && `batch_${name}`
}
