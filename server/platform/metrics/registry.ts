// What this process counts. No label names a person, an address or an id: labels come from routes,
// lists in the code and numbers.
import { Counter, Histogram, Registry } from './prom-client.ts'

/** Numbers of one process; `collect` functions read them at a scrape. */
export const processRegistry = new Registry()
const registers = [processRegistry]

export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests that reached the app, by method, route pattern and class of the status.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  registers,
})

type BookedBy = 'member' | 'card payment' | 'office' | 'walk-in'
const bookings = new Counter({
  name: 'chaps_bookings_total',
  help: 'Committed bookings, by how they were made.',
  labelNames: ['by'] as const,
  registers,
})

export function countBooking(by: BookedBy): void {
  bookings.inc({ by })
}

const refusals = new Counter({
  name: 'chaps_refusals_total',
  help: 'Refused requests, by the code of the reason.',
  labelNames: ['reason'] as const,
  registers,
})

// An alert on the first one needs the series before it.
refusals.inc({ reason: 'unexpected' }, 0)

export function countRefusal(reason: string): void {
  refusals.inc({ reason })
}

export const jobSeconds = new Histogram({
  name: 'chaps_job_duration_seconds',
  help: 'Jobs that this process ran, by queue and outcome (done or failed).',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.1, 1, 10, 60, 600],
  registers,
})

/** Plain numbers, because a cached response takes some 20 microseconds and a labelled count one. */
export const cacheCounts = { hit: 0, stale: 0, miss: 0 }

new Counter({
  name: 'chaps_response_cache_total',
  help: 'Reads of the response cache: hit, stale and miss.',
  labelNames: ['outcome'] as const,
  registers,
  collect() {
    this.reset()
    for (const [outcome, count] of Object.entries(cacheCounts)) this.inc({ outcome }, count)
  },
})

for (const by of ['member', 'card payment', 'office', 'walk-in'] as const) bookings.inc({ by }, 0)
