import { createPrivateKey, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto'
import type { JWK } from 'jose'
import { looksRandom } from './looks-random.ts'

export const ALGORITHMS = ['ES256', 'RS256'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

const MIN_RSA_BITS = 2_048
/** Null when it is neither an array nor a set. */
export function parseKeySet(text: string): { keys: JWK[] } | null {
  const read = parse(text)
  const isKeySet = typeof read === 'object' && read !== null && Object.hasOwn(read, 'keys')
  const keys: unknown = isKeySet && 'keys' in read ? read.keys : read
  return Array.isArray(keys) && keys.every(isKey) ? { keys } : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isKey(value: unknown): value is JWK {
  if (typeof value !== 'object' || value === null) return false
  const { kty, key_ops: uses, ...members }: Record<string, unknown> = { ...value }
  const isText = (member: unknown) => member === undefined || typeof member === 'string'
  const named = ['kid', 'alg', 'crv', 'x', 'y', 'n', 'e', 'd'].map((name) => members[name])
  return (
    typeof kty === 'string' && named.every(isText) && (uses === undefined || Array.isArray(uses))
  )
}

/** Null when it is not supported. */
export function algorithmOf({ kty, crv, alg }: JWK): Algorithm | null {
  if (kty === 'EC' && crv === 'P-256') return (alg ?? 'ES256') === 'ES256' ? 'ES256' : null
  return kty === 'RSA' && (alg ?? 'RS256') === 'RS256' ? 'RS256' : null
}

export function canSign(key: JWK): boolean {
  return Boolean(algorithmOf(key) && key.d) && (!key.key_ops || key.key_ops.includes('sign'))
}

/** Members are listed one by one, so that no private one leaks. */
export function publicPart(key: JWK): JWK {
  const { crv = '', x = '', y = '', n = '', e = '', kid = '' } = key
  const members = key.kty === 'RSA' ? { kty: 'RSA', n, e } : { kty: 'EC', crv, x, y }
  return { ...members, kid, alg: algorithmOf(key) ?? '', use: 'sig', key_ops: ['verify'] }
}

/** Text to follow a setting's name; null for usable keys. */
export function signingKeyProblem(keys: JWK[]): string | null {
  if (keys.some((key) => !algorithmOf(key) || !key.kid))
    return 'must hold keys for ES256 or RS256 only (EC P-256, RSA), each with a "kid"'
  if (!keys.some(canSign)) return 'needs a key that may sign'
  const problem = keys.map(keyProblem).find(Boolean)
  if (problem) return problem
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
    return 'has two keys with the same "kid"'
  if (new Set(keys.map(({ x, n }) => x ?? n)).size < keys.length) return 'has the same key twice'
  return null
}

function keyProblem(key: JWK): string | null {
  try {
    const publicKey = createPublicKey({ key: stringMembers(publicPart(key)), format: 'jwk' })
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS
    if (bits < MIN_RSA_BITS) return `has an RSA key of fewer than ${MIN_RSA_BITS} bits`
    if (!key.d) return null
    if (!looksRandom(Buffer.from(key.d, 'base64url'))) return 'has a key that cannot be used'
    const privateKey = createPrivateKey({ key: stringMembers(key), format: 'jwk' })
    const signature = sign('sha256', Buffer.from('probe'), privateKey)
    return verify('sha256', Buffer.from('probe'), publicKey, signature)
      ? null
      : 'has a key whose private half does not belong to its public half'
  } catch {
    return 'has a key that cannot be used'
  }
}

function stringMembers(key: JWK): JsonWebKey {
  return Object.fromEntries(Object.entries(key).filter(([, value]) => typeof value === 'string'))
}
