import type { CharityEvent } from '../../domain/contract.ts'
import { EventMap } from '../map/event-map.tsx'
import { isLocated } from '../map/places.ts'
import type { MapTiles } from '../map/tiles.ts'
import styles from './event.module.css'
import { placeInWords } from './event-text.ts'
import { OpenInMaps } from './open-in-maps.tsx'

/** Empty when the event has no coordinates. */
export function EventMapSection({ event, tiles }: { event: CharityEvent; tiles: MapTiles }) {
  if (!isLocated(event)) return null
  return (
    <div className={styles.map}>
      <EventMap title="Map of the venue" events={[event]} tiles={tiles}>
        <OpenInMaps event={event} place={placeInWords(event)} />
      </EventMap>
    </div>
  )
}
