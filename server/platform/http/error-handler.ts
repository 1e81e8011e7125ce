import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isDatabaseUnavailable } from '../../../auth/db/database-unavailable.ts'
import type { OfficeReason } from '../../../domain/office/refusals.ts'
import { type Reason, refusalStatus } from '../../../domain/refusals.ts'
import { databaseFault } from '../db/database-fault.ts'
import { countRefusal } from '../metrics/registry.ts'
import { Refused, sentenceOf } from './refused.ts'
import { PAGE_HEADERS } from './security-headers.ts'

const BUSY_SECONDS = 5
/** SQLSTATEs of a NUL, a lone surrogate in text or JSON, and a number out of its column's range. */
const UNSTORABLE = new Set(['22021', '22P05', '22P02', '22003'])

const WRONG = 'Please check what you entered here.'
/** What Fastify throws when a body is not of its route's schema. */
const RefusedBody = z.object({
  validationContext: z.literal('body'),
  validation: z.array(z.object({ instancePath: z.string() })),
})

type Answer = {
  reason: Reason | OfficeReason
  status: number
  extra?: Record<string, unknown>
  headers?: Record<string, string>
}

/** Sends `{error, code}` (rules §7.4), never an error's own text. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { reason, status, extra, headers = {} } = reasonOf(error, request)
  countRefusal(reason)
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: sentenceOf(reason), code: reason, ...extra })
}

/** The same as an HTML page. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { reason, status, headers = {} } = reasonOf(error, request)
  countRefusal(reason)
  const text = sentenceOf(reason)
  return reply
    .code(status)
    .headers({ ...PAGE_HEADERS, ...headers })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text}</title><h1>${text}</h1><p><a href="/">Go back home</a></p></html>`,
    )
}

export function reasonOf(error: unknown, request: FastifyRequest): Answer {
  if (error instanceof Refused) {
    const { reason, status, extra } = error
    const retryAfter = error.retryAfter ?? (reason === 'busy' ? BUSY_SECONDS : null)
    return {
      reason,
      status,
      extra,
      ...(retryAfter !== null && { headers: { 'retry-after': String(retryAfter) } }),
    }
  }
  if (isDatabaseUnavailable(error)) {
    request.log.error({ err: error }, 'the database is away')
    return { ...answerOf('busy'), headers: { 'retry-after': String(BUSY_SECONDS) } }
  }
  if (databaseFault(error)?.constraint === 'member_is_merged')
    return { ...answerOf('busy'), headers: { 'retry-after': String(BUSY_SECONDS) } }
  if (UNSTORABLE.has(databaseFault(error)?.state ?? '')) return answerOf('invalid_request')
  const status = statusOf(error)
  if (status === 404) return answerOf('not_found')
  if (status === 429) return answerOf('too_many_requests')
  if (status >= 400 && status < 500)
    return { reason: 'invalid_request', status, extra: wrongFields(error) }
  request.log.error({ err: error }, 'unexpected error')
  return { ...answerOf('unexpected'), headers: { 'x-request-id': request.id } }
}

function answerOf(reason: Reason): Answer {
  return { reason, status: refusalStatus(reason) }
}

/** The fields of the body that its schema refuses, in the shape of `invalidField`; no word of the schema. */
function wrongFields(error: unknown): { fields?: { field: string; message: string }[] } {
  const read = RefusedBody.safeParse(error)
  if (!read.success) return {}
  const names = read.data.validation.map(({ instancePath }) =>
    instancePath.slice(1).replaceAll('/', '.'),
  )
  const fields = [...new Set(names)].filter(Boolean).map((field) => ({ field, message: WRONG }))
  return fields.length > 0 ? { fields } : {}
}

function statusOf(error: unknown): number {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : undefined
  return typeof status === 'number' ? status : 500
}
