import { circle, divIcon, type Map as LeafletMap, layerGroup, marker, polygon, svg } from 'leaflet'
import { islands } from './islands.ts'
import { TOWNS } from './towns.ts'
import type { Place } from './view.ts'

const MILE = 1609.344
const METRES_PER_DEGREE = 111_320
const RINGS = [
  { metres: MILE / 2, label: '½ mile' },
  { metres: MILE, label: '1 mile' },
  { metres: MILE * 2, label: '2 miles' },
]

/** Coasts and towns under the tiles. `around` draws distance rings around a single place. */
export function addBaseLayer(map: LeafletMap) {
  // Both below Leaflet's tile pane, whose z-index is 200.
  map.createPane('ground').style.zIndex = '150'
  map.createPane('words').style.zIndex = '160'
  const renderer = svg({ pane: 'ground', padding: 1 })
  const plain = { pane: 'ground', renderer, interactive: false }
  polygon(islands(), { ...plain, className: 'map-land' }).addTo(map)
  const towns = layerGroup().addTo(map)
  const rings = layerGroup().addTo(map)
  map.on('zoomend viewreset', labelTowns)

  return { around }

  function labelTowns() {
    towns.clearLayers()
    for (const [name, latitude, longitude, from] of TOWNS) {
      if (from <= map.getZoom()) towns.addLayer(words(name, [latitude, longitude], 'map-town'))
    }
  }

  function around(place: Place | null) {
    rings.clearLayers()
    if (!place) return
    for (const { metres, label } of RINGS) {
      rings.addLayer(
        circle([place.latitude, place.longitude], {
          ...plain,
          radius: metres,
          className: 'map-ring',
        }),
      )
      const north = place.latitude + metres / METRES_PER_DEGREE
      rings.addLayer(words(label, [north, place.longitude], 'map-distance'))
    }
  }
}

function words(text: string, at: [number, number], className: string) {
  const element = document.createElement('span')
  element.textContent = text
  const icon = divIcon({ html: element, className, iconSize: [0, 0] })
  return marker(at, { icon, pane: 'words', interactive: false, keyboard: false })
}
