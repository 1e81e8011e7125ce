// Temporary errors, and conflicts that outlasted every retry (PostgreSQL appendix A).
const TEMPORARY_CODES = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // Written to a standby: of a primary that has changed, or has not yet become one.
  '25006',
  '25P03',
  '25P04',
  '40001',
  '40P01',
  '53300',
  '53400',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
])

// The pool's and the driver's own errors carry no code.
const TEMPORARY_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
]

const PROTOCOL_VIOLATION = '08P01'

/** Whether the same request can succeed later without anybody mending anything. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return isConnectionTrouble(error) || isDatabaseUnavailable(error.cause)
}

/** The same for an error of the driver itself, not of what another service's call wraps. */
export function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string' && TEMPORARY_CODES.has(code)) return true
  if (code === PROTOCOL_VIOLATION && isFromPooler(error)) return true
  return TEMPORARY_MESSAGES.some((message) => error.message.startsWith(message))
}

/** PgBouncer uses this code for 'no server to give'. PostgreSQL itself names the routine. */
function isFromPooler(error: Error): boolean {
  return Reflect.get(error, 'routine') === undefined
}
