import { randomBytes } from 'node:crypto'
import type { z } from 'zod'

export type Detail = { issue: string; description?: string; field?: string; location?: string }

const MESSAGES: Record<string, string> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  AUTHENTICATION_FAILURE: 'Authentication failed due to missing or invalid credentials.',
  NOT_AUTHORIZED: 'Authorization failed due to insufficient permissions.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  RATE_LIMIT_REACHED: 'Too many requests. Blocked due to rate limiting.',
  INTERNAL_SERVER_ERROR: 'An internal server error has occurred.',
}

/** An error in PayPal's REST format: `name`, `details` with `issue`, `message`, `debug_id`. */
export class Refusal extends Error {
  readonly status: number
  readonly body: { name: string; details: Detail[]; message: string; debug_id: string; links: [] }

  constructor(status: number, name: string, details: Detail[] = []) {
    super(`${name} ${details.map(({ issue }) => issue).join(' ')}`)
    this.status = status
    const message = MESSAGES[name] ?? name
    this.body = { name, details, message, debug_id: newDebugId(), links: [] }
  }
}

/** The 422 of a valid request that cannot be processed. */
export function unprocessable(issue: string, description = sentenceOf(issue)): Refusal {
  return new Refusal(422, 'UNPROCESSABLE_ENTITY', [{ issue, description }])
}

export function notFound(): Refusal {
  const issue = 'INVALID_RESOURCE_ID'
  return new Refusal(404, 'RESOURCE_NOT_FOUND', [{ issue, description: sentenceOf(issue) }])
}

/** The 400 of a body that does not match the schema. */
export function malformed(error: z.ZodError): Refusal {
  return new Refusal(
    400,
    'INVALID_REQUEST',
    error.issues.map(({ path, code, message }) => ({
      field: `/${path.join('/')}`,
      location: 'body',
      issue: ISSUES[code] ?? 'INVALID_PARAMETER_SYNTAX',
      description: message,
    })),
  )
}

export function newDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13)
}

const ISSUES: Record<string, string> = {
  invalid_type: 'MISSING_REQUIRED_PARAMETER',
  invalid_value: 'INVALID_PARAMETER_VALUE',
  too_big: 'INVALID_STRING_LENGTH',
}

function sentenceOf(issue: string): string {
  const words = issue.toLowerCase().replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
