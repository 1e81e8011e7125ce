import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Settings } from '../deps.ts'
import type { Limits } from '../http/request-limits.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { type CachedResponse, type Encoding, variantOf } from './cached-response.ts'
import { bestEncoding, writeVariant } from './write-body.ts'

/** A request must have come in whole after 15 s, so that slow senders hold no connection. */
const REQUEST_MS = 15_000
const IDLE_MS = 60_000
/** Longer than the minute for which proxies keep a connection, so that they are the first to hang up. */
const KEEP_ALIVE_MS = 72_000
const MOST_ADDRESSES = 1_000

export type CachedServer = {
  /** The server whose requests come past the door; `handle` is asked for all that it does not answer. */
  createServer(handle: RequestListener): Server
  /** This address was just answered with this entry, which is the same for every visitor. */
  remember(url: string | undefined, entry: CachedResponse): void
  /** From now on everything is asked of the app, which ends connections while it stops. */
  close(): void
}

/**
 * Answers an address whose bytes are ready and still current before the app is asked: routing, hooks
 * and validation cost more than sending a kept page does. It counts against the same limits. Behind
 * a proxy it stays shut, because only the app reads whom the proxy speaks for.
 */
export function createCachedServer({
  limits,
  settings,
}: {
  limits: Limits
  settings: Pick<Settings, 'trustedProxy' | 'publicUrl'>
}): CachedServer {
  const entries = new Map<string, CachedResponse>()
  const always = securityHeaders(settings)
  let isOpen = settings.trustedProxy === undefined

  function readyFor(request: IncomingMessage) {
    if (!isOpen || request.method !== 'GET') return undefined
    const url = request.url ?? ''
    const entry = entries.get(url)
    if (!entry?.isCurrent()) return undefined
    const encoding = bestEncoding(entry, request.headers['accept-encoding'])
    const variant = entry.ready.get(encoding)
    if (variant) renewAhead(url, entry, encoding)
    return variant
  }

  /** Has the next answer ready, in the bytes last asked for, before this one is over: nobody waits. */
  function renewAhead(url: string, entry: CachedResponse, encoding: Encoding) {
    entry.renew()?.then(
      async (next) => {
        await variantOf(next, encoding, always)
        if (entries.get(url) === entry) remember(url, next)
      },
      // Nobody waits for it: who asks when this answer is over is told by the app what is wrong.
      () => undefined,
    )
  }

  function remember(url: string | undefined, entry: CachedResponse) {
    if (!isOpen || !url || entry.status !== 200) return
    if (entries.size >= MOST_ADDRESSES && !entries.has(url)) entries.clear()
    entries.set(url, entry)
  }

  return {
    createServer(handle) {
      const server = createServer((request, response) => {
        const variant = readyFor(request)
        const address = request.socket.remoteAddress ?? ''
        // Over the limit the app is asked, which says so in words.
        if (!variant || !limits.take('reads', address)) return handle(request, response)
        writeVariant(request, response, 200, variant)
      })
      server.requestTimeout = REQUEST_MS
      server.keepAliveTimeout = KEEP_ALIVE_MS
      server.setTimeout(IDLE_MS)
      return server
    },
    remember,
    close() {
      isOpen = false
    },
  }
}
