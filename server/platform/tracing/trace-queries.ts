import { observeQueries } from '../../../auth/db/pool.ts'
import { StatementBatch } from '../db/statement-batch.ts'
import { currentSpan, startSpan } from './spans.ts'

/**
 * From now on each query inside a request or a job is a span with its text, never its values.
 * Returns a function that ends this.
 */
export function traceQueries(): () => void {
  return observeQueries((send, sent) => {
    const span = currentSpan() && startSpan({ ...describe(sent[0]), kind: 'client' })
    if (!span) return send(...sent)
    const callback = sent.at(-1)
    if (typeof callback === 'function') {
      const done = (error: Error | null, ...rest: unknown[]) => {
        span.end(error ? { error } : {})
        callback(error, ...rest)
      }
      return send(...sent.slice(0, -1), done)
    }
    const result = send(...sent)
    Promise.resolve(result instanceof StatementBatch ? result.done : result).then(
      () => span.end(),
      (error: unknown) => span.end({ error }),
    )
    return result
  })
}

const WORDS = 3

function describe(statement: unknown): { name: string; attributes: Record<string, string> } {
  const text = textOf(statement)
  const name = nameOf(statement) ?? text.trim().split(/\s+/, WORDS).join(' ')
  return { name, attributes: { 'db.system.name': 'postgresql', 'db.query.text': text } }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  if (statement instanceof StatementBatch)
    return statement.statements.map(({ text }) => text).join(';\n')
  return stringIn(statement, 'text') ?? ''
}

function nameOf(statement: unknown): string | undefined {
  if (statement instanceof StatementBatch)
    return statement.statements.map(({ name }) => name || 'unnamed').join(', ')
  return stringIn(statement, 'name')
}

function stringIn(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found: unknown = Reflect.get(value, key)
  return typeof found === 'string' ? found : undefined
}
