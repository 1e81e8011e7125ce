import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

const PERIOD_MS = 50
const BUSY = 0.6
const MOST_PERIODS = 5

/**
 * Measures how busy this process is, and whether requests wait for a connection to the database;
 * `stop` ends it.
 */
export function watchProcessLoad({ pool }: { pool: Pick<pg.Pool, 'waitingCount'> }) {
  let last = performance.eventLoopUtilization()
  let isBusy = false
  const measuring = setInterval(() => {
    const now = performance.eventLoopUtilization()
    isBusy = performance.eventLoopUtilization(now, last).utilization > BUSY
    last = now
  }, PERIOD_MS)
  measuring.unref()

  return {
    /** Waits for a calm moment, at most 250 ms: requests come before work that can wait. */
    async waitWhileBusy(): Promise<void> {
      for (let n = 0; n < MOST_PERIODS && (isBusy || pool.waitingCount > 0); n++)
        await wait(PERIOD_MS)
    },
    stop: () => clearInterval(measuring),
  }
}
