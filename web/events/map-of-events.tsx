import type { EventFilters } from '../../domain/contract.ts'
import { EventMap } from '../map/event-map.tsx'
import { isLocated } from '../map/places.ts'
import type { MapTiles } from '../map/tiles.ts'
import type { ListedEvent } from './listed-event.server.ts'
import { OpenInMaps } from './open-in-maps.tsx'

type EventsMapProps = {
  events: readonly ListedEvent[]
  isNearestFirst?: boolean | undefined
  tiles: MapTiles
  /** Filters of the whole list, when it has more pages. */
  wholeList?: EventFilters | undefined
  notes: readonly string[]
}

export function EventsMap(props: EventsMapProps) {
  const { events, isNearestFirst, tiles, wholeList, notes } = props
  const located = events.filter(isLocated)
  const [first, second] = located
  if (!first) return null
  return (
    <EventMap
      title="Map of the events"
      events={located}
      isList
      isNearestFirst={isNearestFirst}
      wholeList={wholeList}
      tiles={tiles}
    >
      {!second && <OpenInMaps event={first} place={first.place} />}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </EventMap>
  )
}
