import { control, type Map as LeafletMap } from 'leaflet'

/**
 * Leaves the page its scrolling: the wheel zooms only while the map has the focus, and where fingers
 * are used one of them scrolls past the map until it is tapped, two move it always.
 */
export function scrollPast(map: LeafletMap): void {
  const box = map.getContainer()
  map.on('focus', () => map.scrollWheelZoom.enable())
  map.on('blur', () => map.scrollWheelZoom.disable())
  if (!matchMedia('(any-pointer: coarse)').matches) return
  map.dragging.disable()
  map.on('click', () => {
    map.dragging.enable()
    box.dataset.held = ''
  })
  map.on('blur', () => {
    map.dragging.disable()
    delete box.dataset.held
  })
}

/**
 * Adds the zoom buttons, and the keys that Leaflet leaves out: Space presses what calls itself a
 * button, Escape closes a popup wherever the focus is on the map. Gives the function that undoes it.
 */
export function obeyKeys(box: HTMLElement, map: LeafletMap): () => void {
  control.zoom({ position: 'bottomright' }).addTo(map)
  box.addEventListener('keydown', press)
  return () => box.removeEventListener('keydown', press)

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') map.closePopup()
    const button = event.target
    if (event.key !== ' ' || !(button instanceof HTMLElement) || button.role !== 'button') return
    event.preventDefault()
    button.click()
  }
}

/** For those who want no motion: the map arrives where it would have moved. */
export function standStill(map: LeafletMap): void {
  const panBy = map.panBy.bind(map)
  map.panBy = (offset, options) => panBy(offset, { ...options, animate: false })
}
