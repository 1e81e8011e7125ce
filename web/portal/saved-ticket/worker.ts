// Answers the page of appointments without a network, with the tickets that it saved. Its address
// keeps no hash, because a browser looks for a new version under the old one.
import { forgetTickets, TICKETS } from '../../saved-tickets.ts'
import { SAVED, type SavedTickets } from './saved-ticket.ts'
import { TICKET_POLICY, ticketPage } from './ticket-page.ts'

// The types of a service worker exclude those of a page (TypeScript, lib.webworker.d.ts).
type WorkerEvent = { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = { request: Request; respondWith: (answer: Promise<Response>) => void }
type TicketWorker = {
  skipWaiting: () => Promise<void>
  addEventListener: {
    (type: 'install', listener: (event: WorkerEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
  }
}

const worker = globalThis as unknown as TicketWorker

const PATIENCE_MS = 6_000

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(open(request))
})

/** From the network unless that is slow: a hall's signal may come and go. */
async function open(request: Request): Promise<Response> {
  const saved = await savedPage()
  if (saved === null) return fetch(request)
  const stopped = new AbortController()
  const timer = setTimeout(() => stopped.abort(), PATIENCE_MS)
  try {
    return await fetch(request, { signal: stopped.signal })
  } catch {
    // No network: what was saved is shown.
    return saved
  } finally {
    clearTimeout(timer)
  }
}

/** Null, and nothing is left, when the days are over or it is not clear whose tickets they are. */
async function savedPage(): Promise<Response | null> {
  const [name, ...others] = (await caches.keys()).filter((one) => one.startsWith(TICKETS))
  if (name === undefined) return null
  const page = others.length > 0 ? null : await pageOf(name)
  if (page === null) {
    await forgetTickets()
    return null
  }
  return new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': TICKET_POLICY,
      'cache-control': 'no-store',
    },
  })
}

/** Null also for what another version of this worker saved in a way that cannot be read. */
async function pageOf(name: string): Promise<string | null> {
  try {
    const stored = await (await caches.open(name)).match(SAVED)
    const saved: SavedTickets | undefined = await stored?.json()
    return saved ? ticketPage(saved, Date.now()) : null
  } catch {
    return null
  }
}
