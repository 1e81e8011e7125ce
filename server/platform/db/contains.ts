import { type Column, ilike, or, type SQL } from 'drizzle-orm'

/** The pattern by which `like` and `ilike` find `text` anywhere. */
export function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** One of the columns contains `search`; no condition when it is empty. */
export function contains(search: string, columns: (Column | SQL)[]): SQL | undefined {
  const pattern = patternOf(search)
  return search === '' ? undefined : or(...columns.map((column) => ilike(column, pattern)))
}
