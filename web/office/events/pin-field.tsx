import { useEffect, useRef, useState } from 'react'
import { attributionLink, type MapTiles } from '../../map/tiles.ts'
import { reportClientError } from '../../report-error.ts'
import { TextField } from '../../ui/field.tsx'
import { read } from '../api.ts'
import { readPin } from './event-form.ts'
import styles from './pin-field.module.css'
import type { PinMap } from './pin-map.ts'

type Props = { initial: string; error: string | undefined }

/** Typed, or set on the map: by a press, by dragging the pin or by its arrow keys. */
export function PinField({ initial, error }: Props) {
  const [typed, setTyped] = useState(initial)
  const { box, map, tiles, hasFailed } = usePinMap(setTyped)
  const pin = readPin(typed.trim())
  const shown = pin ? JSON.stringify(pin) : null
  useEffect(() => map?.put(shown === null ? null : JSON.parse(shown)), [map, shown])
  const link = tiles && attributionLink(tiles)
  return (
    <>
      <TextField
        name="pin"
        label="Pin on the map"
        hint="Press the venue on the map below, or type the latitude and longitude. For example, 51.889, 0.904."
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={error}
      />
      {hasFailed ? (
        <p role="status">The map could not be loaded. Please type the two numbers.</p>
      ) : (
        <div className={styles.frame}>
          <div ref={box} className={styles.box} />
          {tiles && (
            <p className={styles.attribution}>
              {link ? <a href={link}>{tiles.attribution}</a> : tiles.attribution}
            </p>
          )}
        </div>
      )}
    </>
  )
}

/** `tiles` once the first of them is shown: their source must then be named. */
function usePinMap(setTyped: (typed: string) => void) {
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<PinMap | null>(null)
  const [tiles, setTiles] = useState<MapTiles | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const write = useRef(setTyped)

  useEffect(() => {
    let drawn: PinMap | undefined
    let isGone = false
    async function draw() {
      const [{ drawPinMap }, service] = await Promise.all([
        import('./pin-map.ts'),
        read('GET /api/office/map-tiles'),
      ])
      if (isGone || !box.current) return
      drawn = drawPinMap(box.current, {
        tileUrl: service.url,
        onTiles: () => setTiles(service),
        onMove: ({ latitude, longitude }) => write.current(`${latitude}, ${longitude}`),
      })
      setMap(drawn)
    }
    draw().catch((error: unknown) => {
      setFailed(true)
      reportClientError('The map could not be loaded', error)
    })
    return () => {
      isGone = true
      drawn?.remove()
      setMap(null)
    }
  }, [])
  return { box, map, tiles, hasFailed }
}
