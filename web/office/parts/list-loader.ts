import type { LoaderFunctionArgs } from 'react-router'
import type { List, ListQuery } from '../../../domain/office/contract.ts'
import { readListQuery } from './list-address.ts'

export type LoadedList<Row> = List<Row> & {
  query: ListQuery
  /** The rows after this key, a `next` of the list. */
  loadMore: (after: string) => Promise<List<Row>>
}

type Load<Row, Choice extends string> = (
  options: { query: ListQuery & { [K in Choice]?: string | undefined }; signal?: AbortSignal },
  params: LoaderFunctionArgs['params'],
) => Promise<List<Row>>

/** The `loader` of a screen with a list: loads what its address asks for, with its `choices` (ListChoices). */
export function listLoader<Row, Choice extends string = never>(
  load: Load<Row, Choice>,
  choices: readonly Choice[] = [],
) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<LoadedList<Row>> => {
    const search = new URL(request.url).searchParams
    const query = { ...readListQuery(search), ...readChoices(search, choices) }
    const page = await load({ query, signal: request.signal }, params)
    return { ...page, query, loadMore: (after) => load({ query: { ...query, after } }, params) }
  }
}

function readChoices<Choice extends string>(search: URLSearchParams, choices: readonly Choice[]) {
  const chosen = choices.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value] as const] : []
  })
  return Object.fromEntries(chosen) as { [K in Choice]?: string }
}
