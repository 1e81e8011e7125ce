import type { LoaderFunctionArgs } from 'react-router'
import type { List, ListQuery } from '../../../domain/office/contract.ts'
import { readListQuery } from './list-address.ts'

export type LoadedList<Row> = List<Row> & {
  query: ListQuery
  /** The rows after this key, a `next` of the list. */
  loadMore: (after: string) => Promise<List<Row>>
}

type Load<Row> = (
  options: { query: ListQuery; signal?: AbortSignal },
  params: LoaderFunctionArgs['params'],
) => Promise<List<Row>>

/** The `loader` of a screen with a list: loads what its address asks for. */
export function listLoader<Row>(load: Load<Row>) {
  return async ({ request, params }: LoaderFunctionArgs): Promise<LoadedList<Row>> => {
    const query = readListQuery(new URL(request.url).searchParams)
    const page = await load({ query, signal: request.signal }, params)
    return { ...page, query, loadMore: (after) => load({ query: { ...query, after } }, params) }
  }
}
