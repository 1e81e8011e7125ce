import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { LRUCache } from 'lru-cache'
import { hasSeveralHosts } from '../../../auth/limits/one-host.ts'
import type { Settings } from '../../deps.ts'
import { type CachedResponse, type Encoding, variantOf } from '../cache/cached-response.ts'
import { bestEncoding, writeBody } from '../cache/write-body.ts'
import { writeWhole } from '../cache/write-whole.ts'
import { cacheCounts } from '../metrics/registry.ts'
import { kindOfMade, type Limits } from './request-limits.ts'
import { securityHeaders } from './security-headers.ts'

const REQUEST_MS = 15_000
const IDLE_MS = 60_000
/** Longer than the minute for which proxies keep connections, so that the proxy closes first. */
const KEEP_ALIVE_MS = 72_000
const MAX_ENTRIES = 1_000

export type CachedServer = {
  createServer(handle: RequestListener): Server
  /** Stores the response of an address; it must be the same for every visitor. */
  store(url: string | undefined, entry: CachedResponse): void
  /** From now on each response ends its connection, so that clients open others elsewhere. */
  drain(): void
  close(): void
}

/**
 * Answers addresses with a current cached response before Fastify runs, within the same request
 * limits. Disabled behind a proxy, because only the app reads the client's address.
 */
export function createCachedServer({
  limits,
  settings,
}: {
  limits: Limits
  settings: Pick<Settings, 'trustedProxy' | 'publicUrl'>
}): CachedServer {
  const entries = new LRUCache<string, CachedResponse>({ max: MAX_ENTRIES })
  const always = securityHeaders(settings)
  let isOpen = settings.trustedProxy === undefined
  let isDraining = false

  function findVariant(request: IncomingMessage, address: string) {
    if (!isOpen || request.method !== 'GET') return undefined
    const url = request.url ?? ''
    const entry = entries.get(url)
    if (!entry?.isCurrent()) return undefined
    const encoding = bestEncoding(entry, request.headers['accept-encoding'])
    const variant = entry.ready.get(encoding)
    if (variant) renewEarly(url, entry, { encoding, address })
    return variant
  }

  function renewEarly(
    url: string,
    entry: CachedResponse,
    { encoding, address }: { encoding: Encoding; address: string },
  ) {
    const kind = kindOfMade(entry.headers['content-type'])
    entry
      .renew(() => limits.consume(kind, address))
      ?.then(
        async (next) => {
          await variantOf(next, encoding, always)
          if (entries.get(url) === entry) store(url, next)
        },
        () => undefined,
      )
  }

  function store(url: string | undefined, entry: CachedResponse) {
    if (!isOpen || !url || entry.status !== 200) return
    entries.set(url, entry)
  }

  return {
    createServer(handle) {
      const server = createServer((request, response) => {
        if (hasSeveralHosts(request.rawHeaders))
          return void response.writeHead(400, { connection: 'close' }).end()
        if (isDraining) response.setHeader('connection', 'close')
        const address = request.socket.remoteAddress ?? ''
        const variant = findVariant(request, address)
        if (!variant || !limits.consume('reads', address)) return handle(request, response)
        cacheCounts.direct += 1
        if (writeWhole(request, response, variant, KEEP_ALIVE_MS)) return
        writeBody(request, response, 200, variant)
      })
      server.requestTimeout = REQUEST_MS
      server.keepAliveTimeout = KEEP_ALIVE_MS
      server.setTimeout(IDLE_MS)
      return server
    },
    store,
    drain() {
      isDraining = true
    },
    close() {
      isOpen = false
    },
  }
}
