import type { EventFilters } from '../../domain/contract.ts'
import { EventMap } from '../map/event-map.tsx'
import { isLocated } from '../map/places.ts'
import type { MapTiles } from '../map/tiles.ts'
import { notOnMapInWords } from './event-words.ts'
import type { ListedEvent } from './listed-event.server.ts'
import { OpenInMaps } from './open-in-maps.tsx'

type EventsMapProps = {
  events: readonly ListedEvent[]
  tiles: MapTiles
  /** Filters of the whole list, when it has more pages. */
  wholeList?: EventFilters | undefined
}

export function EventsMap({ events, tiles, wholeList }: EventsMapProps) {
  const located = events.filter(isLocated)
  const [first, second] = located
  const missing = events.length - located.length
  if (!first) return null
  return (
    <EventMap title="Map of the events" events={located} isList wholeList={wholeList} tiles={tiles}>
      {second ? (
        <p>The numbers match the list.</p>
      ) : (
        <OpenInMaps event={first} place={first.place} />
      )}
      {wholeList && (
        <p>Pins without a number show the next event at places that are not on this page.</p>
      )}
      {missing > 0 && <p>{notOnMapInWords(missing)}</p>}
    </EventMap>
  )
}
