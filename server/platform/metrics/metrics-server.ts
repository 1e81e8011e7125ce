import { hash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

const TEXT = 'text/plain; version=0.0.4; charset=utf-8'

export type MetricsSettings = { port: number; host: string; token: string | undefined }

/** Serves `/metrics` on its own port. With a token, only to requests that bear it. */
export async function serveMetrics(
  { port, host, token }: MetricsSettings,
  { read, onError }: { read: () => Promise<string>; onError: (error: Error) => void },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const end = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': TEXT, 'cache-control': 'no-store' }).end(body)
    if (request.url !== '/metrics' || request.method !== 'GET') return end(404, 'Not found\n')
    if (token !== undefined && !bears(request, token)) return end(401, 'A token is needed\n')
    read().then(
      (text) => end(200, text),
      (error: Error) => {
        onError(error)
        end(500, 'The metrics could not be read\n')
      },
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function bears({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}
