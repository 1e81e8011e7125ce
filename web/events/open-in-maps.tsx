import { type LocatedEvent, openInMaps } from '../map/places.ts'
import { placeInWords } from './event-words.ts'

export function OpenInMaps({ event }: { event: LocatedEvent }) {
  const address = placeInWords(event)
  return (
    <p>
      {address !== '' && `${address}. `}
      <a href={openInMaps(event)}>Open in maps</a>
    </p>
  )
}
