import { searchMembers } from '../../members/search.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { searchResults } from '../search-results.ts'
import { isSought } from './letters.queries.ts'

/**
 * The condition on letters and their members by what was typed: a name or birth date, the laboratory's
 * number or the tube; undefined when nothing was typed.
 */
export async function searchLetters(q: Queryable, deps: { fieldKeys: FieldKeys }, typed: string) {
  const members = await searchMembers(q, typed)
  const labResultIds = await searchResults(q, deps, typed)
  return isSought(q, { matches: members?.matches, labResultIds })
}
