const FAULTS = [TypeError, ReferenceError, RangeError, SyntaxError]

/** The error's message; with its stack trace only for programming errors. */
export function startErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code !== 'string' && FAULTS.some((kind) => error instanceof kind))
    return error.stack ?? error.message
  // For a name with several addresses that all failed, only the code gives the reason.
  return error.message || (typeof code === 'string' ? code : error.name)
}
