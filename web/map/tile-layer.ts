import { type Coords, type DoneCallback, GridLayer, type Map as LeafletMap } from 'leaflet'
import { tileAddress } from './tiles.ts'

/**
 * Lays tiles over the outline. Where one is missing the outline is seen; when none comes at first,
 * the service is away and is not asked again.
 */
export function layTiles(map: LeafletMap, url: string, onFirst: () => void): void {
  const layer = new TilePictures(url).addTo(map)
  let came = false
  layer.once('tileload', () => {
    came = true
    onFirst()
  })
  layer.once('load', () => {
    // Leaflet reads of the layer's map once more after this event.
    if (!came) queueMicrotask(() => layer.remove())
  })
  layer.on('tileunload', ({ tile }) => tile.removeAttribute('src'))
}

/**
 * Leaflet's own layer of tiles puts a picture from a data: address in place of each tile that it
 * drops, which the policy of our pages refuses with a line in the console.
 */
class TilePictures extends GridLayer {
  readonly #url: string

  constructor(url: string) {
    super({ maxZoom: 19 })
    this.#url = url
  }

  protected override createTile(at: Coords, done: DoneCallback): HTMLElement {
    const tile = document.createElement('img')
    tile.alt = ''
    tile.onload = () => done(undefined, tile)
    tile.onerror = () => done(new Error('a tile did not come'), tile)
    tile.src = tileAddress(this.#url, at)
    return tile
  }
}
