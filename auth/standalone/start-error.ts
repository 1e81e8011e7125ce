const PROGRAMMING_ERRORS = [TypeError, ReferenceError, RangeError, SyntaxError]

/** With the stack trace only for programming errors. */
export function startErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code !== 'string' && PROGRAMMING_ERRORS.some((kind) => error instanceof kind))
    return error.stack ?? error.message
  // Node gives no message when every address of a name failed.
  return error.message || (typeof code === 'string' ? code : error.name)
}
