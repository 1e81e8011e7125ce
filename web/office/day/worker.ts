// Answers the day's screen without a network, from the files that it was made of. It never keeps
// an answer of the API: the people are in the screen's own sealed store.

// The types of a service worker exclude those of a page (TypeScript, lib.webworker.d.ts).
type WorkerEvent = { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = { request: Request; respondWith: (answer: Promise<Response>) => void }
type DayWorker = {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
    (type: 'message', listener: (event: WorkerEvent & MessageEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
  }
}

const worker = globalThis as unknown as DayWorker

const FILES = 'chaps-day'
/** All days have the same document. */
const DOCUMENT = '/office/days/document'
const PATIENCE_MS = 3_000

worker.addEventListener('install', () => worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener('message', (event) => {
  const { page, files }: { page: string; files: string[] } = event.data
  event.waitUntil(keep(page, files))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(openDocument(request))
  else if (/^\/(assets|office\/days\/scan)\//.test(pathname)) event.respondWith(openFile(request))
})

async function keep(page: string, files: string[]): Promise<void> {
  const cache = await caches.open(FILES)
  const response = await fetch(page, { cache: 'no-store' })
  if (!response.ok) return
  await cache.addAll(files)
  await cache.put(DOCUMENT, response)
  const kept = new Set(files)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname !== DOCUMENT && !kept.has(pathname)) await cache.delete(url)
  }
}

/** From the network unless that is slow: a hall's signal may come and go. */
async function openDocument(request: Request): Promise<Response> {
  const kept = await (await caches.open(FILES)).match(DOCUMENT)
  if (!kept) return fetch(request)
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch {
    // No network: the kept document opens.
    return kept
  }
}

/** Names of these files have a hash of the content. */
async function openFile(request: Request): Promise<Response> {
  const kept = await (await caches.open(FILES)).match(request)
  return kept ?? fetch(request)
}
