import { createServer, type Server } from 'node:http'
import { TILE_PORT } from './site.ts'

const CLEAR_TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)

export async function startTileService(): Promise<Server> {
  const service = createServer((_, answer) =>
    answer.setHeader('content-type', 'image/png').end(CLEAR_TILE),
  )
  await new Promise<void>((listens) => service.listen(TILE_PORT, 'localhost', listens))
  return service
}
