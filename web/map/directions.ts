import { directionsTo } from './places.ts'

export type Directions = { href: string; label: string }

/**
 * Opens the maps of the device that sends `agent`: `geo:` on Android, Apple's address on its
 * devices, openstreetmap.org elsewhere.
 */
export function directionsOn(agent: string, address: string): Directions {
  const to = encodeURIComponent(address)
  if (/Android/.test(agent)) return { href: `geo:0,0?q=${to}`, label: OWN }
  if (/iPhone|iPad|Macintosh/.test(agent)) {
    return { href: `https://maps.apple.com/?daddr=${to}`, label: OWN }
  }
  return { href: directionsTo(address), label: 'Directions on OpenStreetMap' }
}

const OWN = 'Directions in your maps'
