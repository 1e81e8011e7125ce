import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { sqlState } from '../db/database.ts'
import { isConnectionTrouble } from '../db/database-unavailable.ts'
import { AuthError, OAuthError } from '../errors.ts'

const VERSION_HEADER = 'x-supabase-api-version'
const VERSION = '2024-01-01'
const UNAVAILABLE_SECONDS = 5

/** auth-protocol 2.1. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof OAuthError)
    return reply.code(400).send({ error: error.error, error_description: error.message })

  const authError = toAuthError(error, request)
  if (authError.retryAfter !== null) reply.header('retry-after', String(authError.retryAfter))
  reply.code(authError.status).header('x-sb-error-code', authError.code)

  const { status, code, message, extra } = authError
  if (!acceptsVersion(request))
    return reply.send({ code: status, error_code: code, msg: message, ...extra })
  return reply.header(VERSION_HEADER, VERSION).send({ code, message, ...extra })
}

/** Logs server errors (5xx). */
export function toAuthError(error: unknown, request: FastifyRequest): AuthError {
  const authError = convertError(error)
  if (authError.status >= 500)
    request.log.error(logFields(error), 'The authentication service failed')
  return authError
}

function acceptsVersion(request: FastifyRequest): boolean {
  const requested = request.headers[VERSION_HEADER]
  return (
    typeof requested === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(requested) && requested >= VERSION
  )
}

function convertError(error: unknown): AuthError {
  if (error instanceof AuthError) return error
  // Clients keep a session whose refresh fails with 503, and end it on 500.
  if (isConnectionTrouble(error))
    return new AuthError(
      503,
      'unexpected_failure',
      'The service is unavailable, please try again',
      {
        retryAfter: UNAVAILABLE_SECONDS,
      },
    )
  // Class 22: text that the database cannot store, such as NUL or a lone surrogate in JSON.
  if (sqlState(error).startsWith('22'))
    return new AuthError(
      400,
      'validation_failed',
      'Request contains characters that cannot be stored',
    )
  if (!isFastifyError(error) || !error.statusCode || error.statusCode >= 500)
    return new AuthError(
      500,
      'unexpected_failure',
      'Unexpected failure, please check server logs for more information',
    )
  if (error.statusCode === 413)
    return new AuthError(413, 'request_entity_too_large', 'Request body too large')
  return new AuthError(error.statusCode, 'validation_failed', error.message)
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
}

// Database errors contain row values such as addresses, which must not be logged.
function logFields(error: unknown) {
  if (!(error instanceof Error)) return { failure: typeof error }
  const { name, message, stack, cause } = error
  const because = cause instanceof Error ? { because: `${cause.name}: ${cause.message}` } : {}
  return { failure: name, state: sqlState(error), message, ...because, stack }
}
