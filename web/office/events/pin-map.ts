import { divIcon, type LatLng, type Marker, marker } from 'leaflet'
import type { Pin } from '../../../domain/office/pin.ts'
import { openMap, type Tiles } from '../../map/open-map.ts'
import { PIN_SHAPE } from '../../map/pins.ts'

const WHOLE = { latitude: 54.2, longitude: -2.8, zoom: 5.5 }
/** Degrees: some 11 m, and with Shift some 110 m. */
const STEP = { fine: 0.0001, coarse: 0.001 }
const ARROWS: Record<string, readonly [north: number, east: number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

export type PinMap = { put: (pin: Pin | null) => void; remove: () => void }

/** Import lazily: Leaflet fails outside a browser. `onMove` gets a pin set by mouse, touch or key. */
export function drawPinMap(
  box: HTMLElement,
  { onMove, ...tiles }: Tiles & { onMove: (pin: Pin) => void },
): PinMap {
  const label = 'Map: use the arrow keys to move it, and plus and minus to zoom'
  const { map, ground, remove } = openMap(box, { ...tiles, label })
  map.setView([WHOLE.latitude, WHOLE.longitude], WHOLE.zoom)
  let shown: Marker | null = null

  map.on('click', ({ latlng }: { latlng: LatLng }) => move(latlng))
  return {
    put(pin) {
      if (!pin) {
        shown?.remove()
        shown = null
        ground.around(null)
        return
      }
      const isFirst = shown === null
      place(pin)
      if (isFirst) map.setView([pin.latitude, pin.longitude], 15, { animate: false })
      else map.panInside([pin.latitude, pin.longitude], { padding: [40, 60], animate: false })
    },
    remove,
  }

  function place({ latitude, longitude }: Pin) {
    shown?.setLatLng([latitude, longitude])
    shown ??= createPin([latitude, longitude])
  }

  function createPin(at: [number, number]): Marker {
    const icon = divIcon({
      html: PIN_SHAPE,
      className: 'map-pin',
      iconSize: [44, 44],
      iconAnchor: [22, 42],
    })
    const pin = marker(at, { icon, draggable: true, autoPan: true }).addTo(map)
    const element = pin.getElement()
    element?.setAttribute(
      'aria-label',
      'Pin: use the arrow keys to move it, and hold Shift to move it further',
    )
    element?.addEventListener('keydown', (event) => press(event, pin))
    pin.on('dragend', () => move(pin.getLatLng()))
    return pin
  }

  function press(event: KeyboardEvent, pin: Marker) {
    const arrow = ARROWS[event.key]
    if (!arrow) return
    event.preventDefault()
    // Otherwise the map moves too.
    event.stopPropagation()
    const step = event.shiftKey ? STEP.coarse : STEP.fine
    const { lat, lng } = pin.getLatLng()
    move({ lat: lat + arrow[0] * step, lng: lng + arrow[1] * step })
  }

  function move({ lat, lng }: Pick<LatLng, 'lat' | 'lng'>) {
    onMove({ latitude: rounded(lat), longitude: rounded(lng) })
  }
}

/** To about a metre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 100_000) / 100_000
}
