import { AsyncLocalStorage } from 'node:async_hooks'

type Attributes = Record<string, string | number>

type SpanStart = {
  name: string
  kind: 'server' | 'client' | 'consumer'
  attributes: Attributes
  /** Of the span that caused it, where this one does not run inside it. */
  parent?: string | undefined
}

type SpanEnd = { name?: string; attributes?: Attributes; error?: unknown }

export type Span = {
  /** How another process names it (W3C Trace Context). */
  traceparent: string
  end(end?: SpanEnd): void
}

export type Tracer = {
  start(span: SpanStart, inside: Span | undefined): Span
  /** Sends what has not been sent. */
  close(): Promise<void>
}

const spans = new AsyncLocalStorage<Span>()
let tracer: Tracer | null = null

/** From now on spans go to this tracer; null: there are none. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

export function isTracing(): boolean {
  return tracer !== null
}

/** The span that the running code is part of, or undefined. */
export function currentSpan(): Span | undefined {
  return spans.getStore()
}

/** Null without a tracer. */
export function startSpan(start: SpanStart): Span | null {
  return tracer ? tracer.start(start, spans.getStore()) : null
}

export function runInside<T>(span: Span, work: () => T): T {
  return spans.run(span, work)
}

/** Runs `work` as a span of its own, which ends with it. */
export async function inSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = startSpan(start)
  if (!span) return work()
  try {
    const result = await runInside(span, work)
    span.end()
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}
