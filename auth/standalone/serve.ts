import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hasSeveralHosts } from '../limits/one-host.ts'

const BASE_PATH = '/auth/v1'
const REQUEST_TIMEOUT_MS = 30_000
const CORS_HEADERS = {
  // Any origin is safe: calls authenticate by header, never by cookie.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Total-Count, Link, X-Supabase-Api-Version',
}
const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Accept, Authorization, Content-Type, Apikey, X-Client-Info, X-Supabase-Api-Version',
  'access-control-max-age': '600',
}

export type Serving = { url: string; stop(): Promise<void> }

/** Port 0 picks a free one. Answers 503 until the app is ready. */
export async function serve(
  { host, port }: { host: string; port: number },
  open: (url: string) => Promise<FastifyInstance>,
): Promise<Serving> {
  let app: FastifyInstance | null = null
  const server = createServer((request, response) =>
    app ? handle(app, request, response) : response.writeHead(503).end(),
  )
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.listen(port, host)
  await once(server, 'listening')
  const { port: chosen } = server.address() as AddressInfo
  const url = `http://${host}:${chosen}${BASE_PATH}`
  const opened = await open(url)
  await opened.ready()
  app = opened

  return {
    url,
    async stop() {
      // Idle keep-alive connections would delay the shutdown.
      const closeIdle = setInterval(() => server.closeIdleConnections(), 50)
      await new Promise((done) => server.close(done))
      clearInterval(closeIdle)
      await opened.close()
    },
  }
}

function handle(app: FastifyInstance, request: IncomingMessage, response: ServerResponse): void {
  if (hasSeveralHosts(request.rawHeaders))
    return void response.writeHead(400, { connection: 'close' }).end()
  for (const [name, value] of Object.entries(CORS_HEADERS)) response.setHeader(name, value)
  if (request.method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT_HEADERS).end()
  const { url = '' } = request
  const path = url.slice(BASE_PATH.length)
  if (!url.startsWith(BASE_PATH) || !/^[/?]/.test(path || '/')) {
    const headers = { 'content-type': 'application/json' }
    return void response.writeHead(404, headers).end('{"code":404,"msg":"Not found"}')
  }
  request.url = path.startsWith('/') ? path : `/${path}`
  app.routing(request, response)
}
