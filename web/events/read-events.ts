import { data, type RouterContextProvider } from 'react-router'
import type { CharityEvent, EventFilters, EventList } from '../../domain/contract.ts'
import { get } from '../api.ts'

/** `total` counts the events of all pages. */
type EventPage = { events: CharityEvent[]; total: number }

/** One page of events, soonest first. A response without a list is logged and throws 502. */
export async function readEvents(
  context: Readonly<RouterContextProvider>,
  { page, ...filters }: EventFilters & { page: number },
): Promise<EventPage> {
  const query = { ...filters, page: String(page) }
  const list: EventList | null = await get(context, 'GET /api/events', { query })
  if (isPage(list)) return list
  console.error('Unexpected response format')
  throw data({ code: 'unexpected' }, { status: 502 })
}

function isPage(list: EventList | null): list is EventPage {
  return Array.isArray(list?.events) && typeof list.total === 'number'
}
