import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from './settings.ts'
import type { Tracer } from './spans.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}

/** A tracer that sends spans to an OpenTelemetry collector (OTLP over HTTP, JSON). */
export function openTracer({ url, headers, service, share }: TracingSettings): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) })],
  })
  const tracer = provider.getTracer('site')

  return {
    start({ name, kind, attributes, parent }, inside) {
      const traceparent = inside?.traceparent ?? parent
      const context = traceparent === undefined ? ROOT_CONTEXT : contextOf(traceparent)
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context)
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end(end = {}) {
          if (end.name !== undefined) span.updateName(end.name)
          if (end.attributes) span.setAttributes(end.attributes)
          // Without the error's message, which may quote the values of rows.
          if ('error' in end) {
            span.setStatus({ code: SpanStatusCode.ERROR })
            span.setAttribute('error.type', typeOf(end.error))
          }
          span.end()
        },
      }
    },
    close: () => provider.shutdown(),
  }
}

function contextOf(traceparent: string) {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-')
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' ? code : error.name
}
