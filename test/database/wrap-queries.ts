import type pg from 'pg'

export type SendQuery = (...sent: unknown[]) => unknown

/**
 * Sends the client's statements through `wrap`; returns the function that ends it. The wrapper lies
 * on a prototype of the client's own, since server/db/database.ts sets and deletes an own `query`.
 */
export function wrapQueries(
  client: pg.ClientBase,
  wrap: (query: SendQuery) => SendQuery,
): () => void {
  const before: object = Object.getPrototypeOf(client)
  const value = wrap(client.query.bind(client) as SendQuery)
  const between = Object.create(before, { query: { value, writable: true, configurable: true } })
  Object.setPrototypeOf(client, between)
  return () => void Object.setPrototypeOf(client, before)
}

/** Of a statement as drizzle or the test sends it. */
export function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return String((statement as { text?: unknown }).text ?? '')
}
