import { isLocated } from '../map/places.ts'
import type { ListedEvent } from './listed-event.server.ts'

/** Sentences beside the map. `hasMorePages`: the map shows more than the list of this page. */
export function mapNotes(events: readonly ListedEvent[], hasMorePages: boolean): string[] {
  const located = events.filter(isLocated).length
  const missing = events.length - located
  return [
    ...(located > 1 ? ['The numbers match the list.'] : []),
    ...(hasMorePages
      ? ['Pins without a number show venues whose next event is not on this page.']
      : []),
    ...(missing > 0 ? [notOnMapInWords(missing)] : []),
  ]
}

/** Older events have no coordinates. */
function notOnMapInWords(count: number): string {
  return count === 1
    ? '1 event in the list is not on the map.'
    : `${count} events in the list are not on the map.`
}
