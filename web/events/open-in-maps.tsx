import { openInMaps } from '../map/places.ts'

type OpenInMapsProps = { event: Parameters<typeof openInMaps>[0]; place: string }

export function OpenInMaps({ event, place }: OpenInMapsProps) {
  return (
    <p>
      {place !== '' && `${place}. `}
      <a href={openInMaps(event)}>Open in maps</a>
    </p>
  )
}
