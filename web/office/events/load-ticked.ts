import type { LoaderFunctionArgs } from 'react-router'
import { ATTENDEE_TABS } from '../../../domain/office/attendee-schemas.ts'
import { loadEvent } from './load-event.ts'

/** The event of the screen's address, and the appointments and the tab that were ticked. */
export async function loadTicked(args: LoaderFunctionArgs) {
  const search = new URL(args.request.url).searchParams
  const tab = ATTENDEE_TABS.find((one) => one === search.get('tab')) ?? 'booked'
  const ids = (search.get('ids') ?? '').split(',').map(Number)
  const event = await loadEvent(args)
  return { event, tab, ids: ids.filter((id) => Number.isSafeInteger(id) && id > 0) }
}
