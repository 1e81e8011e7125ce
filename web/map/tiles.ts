import { createContext } from 'react-router'

/** Tiles of a map service: an address with {z}, {x} and {y}, '' for none, and who is to be named. */
export type MapTiles = { url: string; attribution: string }

/** The tiles this site's settings name. The server, which knows them, puts them here for loaders. */
export const mapTiles = createContext<MapTiles>({ url: '', attribution: '' })

const OPENSTREETMAP = 'https://www.openstreetmap.org/copyright'

/** Where the words of attribution lead: OpenStreetMap asks for a link to its licence. */
export function attributionLink({ attribution }: MapTiles): string | null {
  return /openstreetmap/i.test(attribution) ? OPENSTREETMAP : null
}

const SUBDOMAINS = ['a', 'b', 'c'] as const

/** The address of one tile: {z}, {x}, {y} filled in, {s} with a to c in turn, {r} left out. */
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
