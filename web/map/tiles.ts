import { createContext } from 'react-router'

/** A tile service: an address with {z}, {x} and {y}, '' for none, and its attribution. */
export type MapTiles = { url: string; attribution: string }

/** Set by the server for loaders. */
export const mapTiles = createContext<MapTiles>({ url: '', attribution: '' })

const OPENSTREETMAP = 'https://www.openstreetmap.org/copyright'

/** OpenStreetMap requires a link to its licence. */
export function attributionLink({ attribution }: MapTiles): string | null {
  return /openstreetmap/i.test(attribution) ? OPENSTREETMAP : null
}

const SUBDOMAINS = ['a', 'b', 'c'] as const

/** Fills in {z}, {x} and {y}, {s} with a to c in turn; removes {r}. */
export function tileAddress(url: string, { x, y, z }: { x: number; y: number; z: number }): string {
  const filled: Record<string, string | number> = {
    x,
    y,
    z,
    s: SUBDOMAINS[Math.abs(x + y) % 3] ?? 'a',
    r: '',
  }
  return url.replace(/\{(\w)\}/g, (slot, name) => String(filled[name] ?? slot))
}
