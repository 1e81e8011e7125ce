import type { CharityEvent } from '../../domain/contract.ts'
import { EventMap } from '../map/event-map.tsx'
import { isLocated } from '../map/places.ts'
import type { MapTiles } from '../map/tiles.ts'
import { notOnMapInWords } from './event-words.ts'
import { OpenInMaps } from './open-in-maps.tsx'

export function EventsMap({ events, tiles }: { events: CharityEvent[]; tiles: MapTiles }) {
  const located = events.filter(isLocated)
  const [first, second] = located
  const missing = events.length - located.length
  if (!first) return null
  return (
    <EventMap title="Map of the events" events={located} isList tiles={tiles}>
      {second ? <p>The numbers match the list.</p> : <OpenInMaps event={first} />}
      {missing > 0 && <p>{notOnMapInWords(missing)}</p>}
    </EventMap>
  )
}
