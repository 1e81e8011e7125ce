import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Database } from '../db/database.ts'
import type { Build } from './build.ts'
import { Counter, Gauge, type Registry } from './prom-client.ts'

const RESOLUTION_MS = 20

/** Adds what is read from this process at each scrape. Stop it with the returned function. */
export function addProcessGauges(
  registry: Registry,
  { pool, build }: { pool: Database['pool']; build: Build },
): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const registers = [registry]

  new Gauge({
    name: 'chaps_database_connections',
    help: 'Connections of the pool: total, idle, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'total' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'nodejs_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape; of several processes the longest.',
    labelNames: ['quantile'] as const,
    aggregator: 'max',
    registers,
    collect() {
      for (const quantile of [50, 99, 100])
        this.set({ quantile: String(quantile / 100) }, secondsOver(delay.percentile(quantile)))
      delay.reset()
    },
  })
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the server processes.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1_000_000)
    },
  })
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the server processes together.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'chaps_build_info',
    help: 'Always 1: the version that runs, its newest migration and its Node.',
    labelNames: ['version', 'migration', 'node'] as const,
    aggregator: 'first',
    registers,
  }).set(build, 1)

  return () => delay.disable()
}

/** The timer's own period is part of what it measures. */
function secondsOver(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3)
}
