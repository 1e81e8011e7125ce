import type { TracingSettings } from './settings.ts'
import { setTracer } from './spans.ts'
import { traceQueries } from './trace-queries.ts'

/** Loads OpenTelemetry, which takes memory, only where it is wanted. */
export async function startTracing(settings: TracingSettings): Promise<{ close(): Promise<void> }> {
  const { openTracer } = await import('./open-tracer.ts')
  const tracer = openTracer(settings)
  setTracer(tracer)
  const endQueries = traceQueries()
  return {
    async close() {
      endQueries()
      setTracer(null)
      await tracer.close()
    },
  }
}
