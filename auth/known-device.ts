import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Secrets } from './tokens/secrets.ts'

/** Names the accounts that a browser signed in to before; only this process can write it. */
export const KNOWN_TO = 'x-known-to'

/** The header for a call of the embedding site, which remembers the browser. */
export function knownToHeader(secrets: Secrets, userIds: readonly string[]): string {
  const listed = userIds.join(',')
  return `${listed}.${sign(secrets, listed).toString('base64url')}`
}

/** The users that the caller's browser is known to; none without a header that we signed. */
export function knownToOf(secrets: Secrets, request: FastifyRequest): string[] {
  const header = request.headers[KNOWN_TO]
  const [listed = '', signature = '', ...rest] = typeof header === 'string' ? header.split('.') : []
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(secrets, listed)
  const isOurs =
    rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs ? listed.split(',').filter(Boolean) : []
}

function sign(secrets: Secrets, listed: string): Buffer {
  return secrets.hmac('known to', listed)
}
