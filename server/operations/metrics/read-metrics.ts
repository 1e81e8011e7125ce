import type { Deps } from '../../deps.ts'
import type { Build } from '../../platform/metrics/build.ts'
import { addProcessGauges } from '../../platform/metrics/process-gauges.ts'
import { AggregatorRegistry, Registry } from '../../platform/metrics/prom-client.ts'
import { processRegistry } from '../../platform/metrics/registry.ts'
import { createDatabaseGauges, type Metrics } from './database-gauges.ts'

export type MetricsReader = {
  /** With what the database knows, when `withDatabase`: one process of several is asked for it. */
  read(options: { withDatabase: boolean }): Promise<Metrics>
  stop(): void
}

export function openMetrics(
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  { build, onError }: { build: Build; onError: (error: Error) => void },
): MetricsReader {
  const gauges = new Registry()
  const stop = addProcessGauges(gauges, { pool: deps.database.pool, build })
  const database = createDatabaseGauges(deps, { onError })
  return {
    async read({ withDatabase }) {
      const [counted, measured, stored] = await Promise.all([
        processRegistry.getMetricsAsJSON(),
        gauges.getMetricsAsJSON(),
        withDatabase ? database.read() : [],
      ])
      return [...counted, ...measured, ...stored]
    },
    stop,
  }
}

/** The Prometheus text of what several processes read. */
export function toText(metrics: Metrics[]): Promise<string> {
  return AggregatorRegistry.aggregate(metrics).metrics()
}
