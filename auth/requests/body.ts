import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AuthError, validationFailed } from '../errors.ts'

/** Missing and null become '', as in the reference server's Go. */
export const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

export const Challenge = { code_challenge: Text, code_challenge_method: Text }

/** Whatever the content type; an empty body becomes {}. */
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

/** Throws 400 bad_json with the first wrong field. */
export function readBody<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  const read = schema.safeParse(request.body ?? {})
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw badJson(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'unexpected value'}`)
}

/** '' when missing or repeated. */
export function queryParameter(request: FastifyRequest, name: string): string {
  const { query } = request
  if (typeof query !== 'object' || query === null) return ''
  const value: unknown = Reflect.get(query, name)
  return typeof value === 'string' ? value : ''
}

export function requestedRedirect(request: FastifyRequest): string {
  const { redirect_to: header } = request.headers
  return queryParameter(request, 'redirect_to') || (typeof header === 'string' ? header : '')
}

/** RFC 7636. */
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
