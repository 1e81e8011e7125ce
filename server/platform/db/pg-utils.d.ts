declare module 'pg/lib/utils.js' {
  /** A value as it is sent to PostgreSQL; throws when it cannot be. */
  export function prepareValue(value: unknown): Buffer | string | null
}
