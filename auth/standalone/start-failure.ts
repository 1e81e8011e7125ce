const FAULTS = [TypeError, ReferenceError, RangeError, SyntaxError]

/**
 * What a program says when it cannot start: the error's own sentence. Only a fault of the program, which
 * no setting mends, comes with its trace.
 */
export function whyNoStart(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code !== 'string' && FAULTS.some((kind) => error instanceof kind))
    return error.stack ?? error.message
  // Of a name with several addresses, each of which failed, only the code says why.
  return error.message || (typeof code === 'string' ? code : error.name)
}
