import type pg from 'pg'

export type SendQuery = (...sent: unknown[]) => unknown

/** Sends the client's statements through `wrap`; returns the function that ends it. */
export function wrapQueries(
  client: pg.ClientBase,
  wrap: (query: SendQuery) => SendQuery,
): () => void {
  const before = client.query
  client.query = wrap(before.bind(client) as SendQuery) as typeof before
  return () => {
    client.query = before
  }
}

/** Of a statement as drizzle or the test sends it. */
export function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return String((statement as { text?: unknown }).text ?? '')
}
