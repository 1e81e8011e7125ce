import type { ListQuery } from '../../../domain/office/contract.ts'

const KEYS = ['q', 'tab', 'sort'] as const

/** The list that the address of a screen asks for; a key without a value is undefined. */
export function readListQuery(search: URLSearchParams): ListQuery {
  const of = (key: string) => search.get(key)?.trim() || undefined
  return { q: of('q'), tab: of('tab'), sort: of('sort') }
}

/** The address's query with these changes, '' or '?...'. Other keys stay; it starts at the top. */
export function listAddress(search: URLSearchParams, changes: ListQuery): string {
  const query = new URLSearchParams(search)
  query.delete('after')
  for (const key of KEYS) {
    if (!(key in changes)) continue
    const value = changes[key]?.trim()
    if (value) query.set(key, value)
    else query.delete(key)
  }
  return query.size > 0 ? `?${query}` : ''
}

/** 'name' is ascending, '-name' descending. Ascending first, then the other way round. */
export function nextSort(sort: string | undefined, column: string): string {
  return sort === column ? `-${column}` : column
}

/** The value of `aria-sort`; undefined when the list is in the order of another column. */
export function sortDirection(
  sort: string | undefined,
  column: string,
): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : undefined
}
