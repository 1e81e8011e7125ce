import { map as createMap, type MapOptions } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './leaflet-look.css'
import { disableAnimations, enableKeys, keepPageScrolling } from './behaviour.ts'
import { addBaseLayer } from './ground.ts'
import { addTileLayer } from './tile-layer.ts'

export type Tiles = {
  /** With {z}, {x} and {y}; '' for the outline alone. */
  tileUrl: string
  /** Called when the first tile is shown: the attribution must then be visible. */
  onTiles: () => void
}

/** For visitors who prefer reduced motion. */
export const STILL = '(prefers-reduced-motion: reduce)'

/** A map of the country, which has no view yet. */
export function openMap(
  box: HTMLElement,
  { label, tileUrl, onTiles }: Tiles & { label: string },
  motion: MapOptions = {},
) {
  const map = createMap(box, {
    attributionControl: false,
    zoomControl: false,
    minZoom: 5,
    maxZoom: 18,
    zoomSnap: 0.5,
    scrollWheelZoom: false,
    ...motion,
  })
  box.setAttribute('role', 'region')
  box.setAttribute('aria-label', label)
  if (matchMedia(STILL).matches) disableAnimations(map)
  keepPageScrolling(map)
  const freeKeys = enableKeys(box, map)
  const ground = addBaseLayer(map)
  if (tileUrl !== '') addTileLayer(map, tileUrl, onTiles)
  return {
    map,
    ground,
    remove() {
      freeKeys()
      map.remove()
    },
  }
}
