import { map as createMap } from 'leaflet'
import 'leaflet/dist/leaflet.css'
import './leaflet-look.css'
import { disableAnimations, enableKeys, keepPageScrolling } from './behaviour.ts'
import { addBaseLayer } from './ground.ts'
import { createPins, type Pin } from './pins.ts'
import { addTileLayer } from './tile-layer.ts'
import { type Place, viewOf } from './view.ts'

export type { Pin }

export type DrawnMap = {
  show: (places: readonly Place[], isNearestFirst: boolean) => Pin[]
  showAll: () => void
  remove: () => void
}

type DrawMapOptions = {
  label: string
  /** With {z}, {x} and {y}; '' for the outline alone. */
  tileUrl: string
  /** Called when the first tile is shown: the attribution must then be visible. */
  onTiles: () => void
}

/** Import this module lazily: Leaflet fails outside a browser. */
export function drawMap(box: HTMLElement, { label, tileUrl, onTiles }: DrawMapOptions): DrawnMap {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = createMap(box, {
    attributionControl: false,
    zoomControl: false,
    minZoom: 5,
    maxZoom: 18,
    zoomSnap: 0.5,
    scrollWheelZoom: false,
    zoomAnimation: !still,
    fadeAnimation: !still,
    markerZoomAnimation: !still,
    inertia: !still,
  })
  box.setAttribute('role', 'region')
  box.setAttribute('aria-label', label)
  if (still) disableAnimations(map)
  keepPageScrolling(map)
  const freeKeys = enableKeys(box, map)
  const ground = addBaseLayer(map)
  if (tileUrl !== '') addTileLayer(map, tileUrl, onTiles)
  const pins = createPins(map)

  return {
    show(places, isNearestFirst) {
      const { latitude, longitude, zoom } = viewOf(places, isNearestFirst)
      map.setView([latitude, longitude], zoom, { animate: false })
      ground.around(places.length === 1 ? (places[0] ?? null) : null)
      return pins.put(places)
    },
    showAll: () =>
      map.fitBounds(pins.bounds(), { paddingTopLeft: [24, 48], paddingBottomRight: [24, 16] }),
    remove() {
      freeKeys()
      map.remove()
    },
  }
}
