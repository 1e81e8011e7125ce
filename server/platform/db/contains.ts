import { and, type Column, ilike, or, type SQL, sql } from 'drizzle-orm'
import { foldText } from '../../../domain/fold-text.ts'

/** The pattern by which `like` and `ilike` find `text` anywhere. */
export function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** One of the columns contains `search`; no condition when it is empty. */
export function contains(search: string, columns: (Column | SQL)[]): SQL | undefined {
  const pattern = patternOf(search)
  return search === '' ? undefined : or(...columns.map((column) => ilike(column, pattern)))
}

const SIGNS = "[\u0300-\u036f'’`-]"

/**
 * SQL: the text holds every word of `search`, without regard to case, accents, apostrophes and hyphens; no
 * condition when it is empty. For short lists: no index serves it.
 */
export function holdsWords(search: string, text: SQL): SQL | undefined {
  const words = foldText(search)
    .replaceAll(/['’`-]/g, '')
    .split(' ')
    .filter(Boolean)
  return and(...words.map((word) => sql`${folded(text)} like ${patternOf(word)}`))
}

/** As foldText, and without apostrophes and hyphens. */
function folded(text: SQL): SQL {
  const single = sql`translate(lower(normalize(${text}, nfkd)), 'łøđðħŧŋı', 'loddhtni')`
  const both = sql`replace(replace(replace(replace(${single}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`
  return sql`regexp_replace(${both}, ${SIGNS}, '', 'g')`
}
