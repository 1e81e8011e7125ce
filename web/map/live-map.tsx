import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, RouterContextProvider } from 'react-router'
import type { EventFilters, EventOnMap } from '../../domain/contract.ts'
import { get } from '../api.ts'
import { reportClientError } from '../report-error.ts'
import { type DrawnMap, drawMap, type Pin } from './draw-map.ts'
import styles from './live-map.module.css'
import { attributionLink, type MapTiles } from './tiles.ts'
import { type Place, placesOf } from './view.ts'

const MOVE_IT = 'Map: use the arrow keys to move it, and plus and minus to zoom'

type LiveMapProps = {
  events: readonly EventOnMap[]
  isList: boolean
  isNearestFirst: boolean
  wholeList: EventFilters | undefined
  tiles: MapTiles
  end: string
  onFail: () => void
}

/** The lazy part of event-map.tsx. */
export function LiveMap(props: LiveMapProps) {
  const { events, isList, isNearestFirst, wholeList, tiles, end, onFail } = props
  const box = useRef<HTMLDivElement>(null)
  const fail = useRef(onFail)
  const [map, setMap] = useState<DrawnMap | null>(null)
  const [pins, setPins] = useState<readonly Pin[]>([])
  const [hasTiles, setHasTiles] = useState(false)
  const elsewhere = useEventsElsewhere(wholeList)

  useEffect(() => {
    if (!box.current) return
    try {
      const onTiles = () => setHasTiles(true)
      const drawn = drawMap(box.current, { label: MOVE_IT, tileUrl: tiles.url, onTiles })
      setMap(drawn)
      return () => {
        drawn.remove()
        setMap(null)
        setHasTiles(false)
      }
    } catch (error) {
      fail.current()
      reportClientError('The map could not be loaded', error)
    }
  }, [tiles.url])

  // Loaders return new objects; only changed places may reset the visitor's view.
  const shown = JSON.stringify(placesOf(events, isList, elsewhere))
  useEffect(() => {
    const wanted: readonly Place[] = JSON.parse(shown)
    if (map) setPins(map.show(wanted, isNearestFirst))
    return () => setPins([])
  }, [map, shown, isNearestFirst])

  return (
    <>
      <a href={`#${end}`} className={styles.skip}>
        Skip the map
      </a>
      <div ref={box} className={styles.box} />
      <p className={styles.hint} aria-hidden="true">
        Tap the map to move it
      </p>
      {map && pins.length > 1 && (
        <button type="button" className={styles.showAll} onClick={map.showAll}>
          Show all {pins.length} {pins.length > events.length ? 'pins' : 'events'}
        </button>
      )}
      {hasTiles && <Attribution tiles={tiles} />}
      {pins.map(({ place, words }) =>
        createPortal(<PlaceText place={place} />, words, String(place.id)),
      )}
    </>
  )
}

/** The soonest event of each spot; empty until they are loaded, and for a list of one page. */
function useEventsElsewhere(wholeList: EventFilters | undefined): readonly EventOnMap[] {
  const [found, setFound] = useState<readonly EventOnMap[]>([])
  const query = wholeList && JSON.stringify(wholeList)
  useEffect(() => {
    if (!query) return setFound([])
    const leaving = new AbortController()
    get(new RouterContextProvider(), 'GET /api/events/map', {
      query: JSON.parse(query),
      signal: leaving.signal,
    }).then(
      ({ events }) => setFound(events),
      // The page's own events stay on the map.
      () => undefined,
    )
    return () => leaving.abort()
  }, [query])
  return found
}

function PlaceText({ place: { name, date, to } }: { place: Place }) {
  return (
    <>
      {to === null ? <b>{name}</b> : <Link to={to}>{name}</Link>}
      {date && <span className={styles.date}>{date}</span>}
    </>
  )
}

function Attribution({ tiles }: { tiles: MapTiles }) {
  const link = attributionLink(tiles)
  return (
    <p className={styles.attribution}>
      {link ? <a href={link}>{tiles.attribution}</a> : tiles.attribution}
    </p>
  )
}
