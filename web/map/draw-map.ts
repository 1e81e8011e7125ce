import { openMap, STILL, type Tiles } from './open-map.ts'
import { createPins, type Pin } from './pins.ts'
import { type Place, viewOf } from './view.ts'

export type { Pin }

export type DrawnMap = {
  show: (places: readonly Place[], isNearestFirst: boolean) => Pin[]
  showAll: () => void
  remove: () => void
}

/** Import this module lazily: Leaflet fails outside a browser. */
export function drawMap(box: HTMLElement, look: Tiles & { label: string }): DrawnMap {
  const isStill = matchMedia(STILL).matches
  const motion = {
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    inertia: !isStill,
  }
  const { map, ground, remove } = openMap(box, look, motion)
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
    remove,
  }
}
