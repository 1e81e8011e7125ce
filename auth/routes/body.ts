import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError, validationFailed } from '../errors.ts'

/** A string; missing and null become '', as in the reference server's Go. */
export const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

/** `code_challenge` and its method, sent by PKCE clients when they request a mail. */
export const Challenge = { code_challenge: Text, code_challenge_method: Text }

/** Parses every body as JSON, whatever its content type; an empty one becomes {}. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    parse(request, String(body), (error, parsed) => {
      if (error) return done(badJson(error.message))
      done(null, parsed)
    })
  })
}

/** The body parsed by `schema`; throws 400 bad_json naming the first wrong field. */
export function readBody<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  const read = schema.safeParse(request.body ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw badJson(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'unexpected value'}`)
}

/** A query parameter, '' when it is missing or repeated. */
export function queryParameter(request: FastifyRequest, name: string): string {
  const { query } = request
  if (typeof query !== 'object' || query === null) return ''
  const value: unknown = Reflect.get(query, name)
  return typeof value === 'string' ? value : ''
}

/** The requested redirect target: `redirect_to` of the query, else of the header, else ''. */
export function requestedRedirect(request: FastifyRequest): string {
  const { redirect_to: header } = request.headers
  return queryParameter(request, 'redirect_to') || (typeof header === 'string' ? header : '')
}

/** Throws unless challenge and method are both missing or both well formed (RFC 7636). */
export function checkChallenge(body: {
  code_challenge: string
  code_challenge_method: string
}): void {
  const { code_challenge: challenge, code_challenge_method: method } = body
  if (!challenge && !method) return
  if (!challenge || !method)
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge))
    throw validationFailed(
      'code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~',
    )
  if (!/^(s256|plain)$/i.test(method)) throw validationFailed('invalid code_challenge_method')
}

function badJson(detail: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${detail}`)
}
