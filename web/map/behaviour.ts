import { control, type Map as LeafletMap } from 'leaflet'

/** The wheel zooms only while the map has the focus; one finger scrolls the page until a tap. */
export function keepPageScrolling(map: LeafletMap): void {
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

/** Space presses elements with the role button, Escape closes a popup. Returns the clean-up. */
export function enableKeys(box: HTMLElement, map: LeafletMap): () => void {
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

/** For visitors who prefer reduced motion. */
export function disableAnimations(map: LeafletMap): void {
  const panBy = map.panBy.bind(map)
  map.panBy = (offset, options) => panBy(offset, { ...options, animate: false })
}
