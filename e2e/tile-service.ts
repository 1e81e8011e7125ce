import { createServer, type Server } from 'node:http'
import { TILE_PORT } from './site.ts'

// One clear pixel: the outline beneath is seen as without tiles.
const CLEAR_TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)

/** A service of map tiles, on a port of its own as the real one is on a host of its own. */
export async function startTileService(): Promise<Server> {
  const service = createServer((_, answer) =>
    answer.setHeader('content-type', 'image/png').end(CLEAR_TILE),
  )
  await new Promise<void>((listens) => service.listen(TILE_PORT, 'localhost', listens))
  return service
}
