import { divIcon, featureGroup, type Map as LeafletMap, type Marker, marker } from 'leaflet'
import { countBefore, type Place, pinLabel } from './view.ts'

export type Pin = { place: Place; words: HTMLElement }

const SHAPE =
  '<svg viewBox="0 0 44 44" aria-hidden="true"><path class="map-pin-shape" d="M22 41.500 13.300 28.600a13.500 13.500 0 1 1 17.400 0z"/>'
const HOUSE = '<path class="map-pin-house" d="M22 11.500 29 17v8H15v-8z"/>'
export const PIN_SHAPE = `${SHAPE}${HOUSE}</svg>`
/** Distance in px between pins of one spot, so that their touch targets do not overlap. */
const APART = 44

export function createPins(map: LeafletMap) {
  const group = featureGroup().addTo(map)

  return {
    put(places: readonly Place[]): Pin[] {
      const before = countBefore(places)
      group.clearLayers()
      return places.map((place, n) => {
        const words = document.createElement('div')
        const pin = pinOf(place, before[n] ?? 0).bindPopup(words, POPUP)
        group.addLayer(pin)
        makeAccessible(pin, place)
        panIntoView(pin, map)
        return { place, words }
      })
    },
    bounds: () => group.getBounds(),
  }
}

const IN_SIGHT = {
  paddingTopLeft: [40, 60] satisfies [number, number],
  paddingBottomRight: [40, 20] satisfies [number, number],
  animate: false,
}
const POPUP = { minWidth: 150, maxWidth: 196, autoPanPadding: [12, 12] satisfies [number, number] }

function pinOf({ latitude, longitude, number }: Place, sideways: number): Marker {
  const inside = number === null ? `${HOUSE}</svg>` : `</svg><b>${number}</b>`
  const icon = divIcon({
    html: SHAPE + inside,
    className: 'map-pin',
    iconSize: [44, 44],
    iconAnchor: [22 - sideways * APART, 42],
    popupAnchor: [sideways * APART, -36],
  })
  return marker([latitude, longitude], { icon, riseOnHover: true, autoPanOnFocus: false })
}

function makeAccessible(pin: Marker, place: Place): void {
  const element = pin.getElement()
  element?.setAttribute('aria-label', pinLabel(place))
  element?.setAttribute('aria-expanded', 'false')
  pin.on('popupopen', ({ popup }) => {
    element?.setAttribute('aria-expanded', 'true')
    const box: HTMLElement | undefined = popup.getElement()
    box?.setAttribute('role', 'dialog')
    box?.setAttribute('aria-label', place.name)
    // Popups follow all pins in Tab order.
    box?.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true })
  })
  pin.on('popupclose', () => {
    element?.setAttribute('aria-expanded', 'false')
    const focus = document.activeElement
    const wasInPopup = focus === null || focus === document.body || focus.closest('.leaflet-popup')
    if (wasInPopup) element?.focus({ preventScroll: true })
  })
}

/** For keyboard focus only: Leaflet's own panning would move the pin away under the mouse. */
function panIntoView(pin: Marker, map: LeafletMap): void {
  pin.getElement()?.addEventListener('focus', ({ currentTarget }) => {
    if (!(currentTarget instanceof HTMLElement) || !currentTarget.matches(':focus-visible')) return
    map.panInside(pin.getLatLng(), IN_SIGHT)
  })
}
