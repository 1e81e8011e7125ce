import { data, type RouterContextProvider } from 'react-router'
import type { CharityEvent, EventFilters } from '../../domain/contract.ts'
import { get } from '../api.ts'

/** A response without a list of events is logged and throws 502 (spec §8). */
export async function readEvents(
  context: Readonly<RouterContextProvider>,
  query: EventFilters,
): Promise<CharityEvent[]> {
  const answer: { events?: unknown } | null = await get(context, 'GET /api/events', { query })
  if (isListOfEvents(answer)) return answer.events
  console.error('Unexpected response format')
  throw data({ code: 'unexpected' }, { status: 502 })
}

function isListOfEvents(answer: { events?: unknown } | null): answer is { events: CharityEvent[] } {
  return Array.isArray(answer?.events)
}
