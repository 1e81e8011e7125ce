import { type Coords, type DoneCallback, GridLayer, type Map as LeafletMap } from 'leaflet'
import { tileAddress } from './tiles.ts'

/** When the first tiles all fail, the layer is removed and requests stop. */
export function addTileLayer(map: LeafletMap, url: string, onFirst: () => void): void {
  const layer = new TilePictures(url).addTo(map)
  let came = false
  layer.once('tileload', () => {
    came = true
    onFirst()
  })
  layer.once('load', () => {
    // Leaflet still reads the layer's map after this event.
    if (!came) queueMicrotask(() => layer.remove())
  })
  layer.on('tileunload', ({ tile }) => tile.removeAttribute('src'))
}

/** Leaflet's own layer uses a data: image, which our Content Security Policy blocks. */
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
