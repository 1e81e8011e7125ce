// Temporary errors, and conflicts that outlasted every retry (PostgreSQL appendix A).
const TEMPORARY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08003',
  '08006',
  '40001',
  '40P01',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
])

// The pool's and the driver's own errors carry no code.
const TEMPORARY_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
]

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string' && TEMPORARY_CODES.has(code)) return true
  if (TEMPORARY_MESSAGES.some((message) => error.message.startsWith(message))) return true
  return isDatabaseUnavailable(error.cause)
}
