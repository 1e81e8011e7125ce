import { randomUUID } from 'node:crypto'
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose'

/** A new JSON Web Key set with one ES256 key that may sign; keep it secret and keep it. */
export async function makeSigningKeys(): Promise<{ keys: JWK[] }> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return {
    keys: [{ ...jwk, alg: 'ES256', use: 'sig', key_ops: ['sign', 'verify'], kid: randomUUID() }],
  }
}

export type SigningKeys = {
  kid: string
  privateKey: Awaited<ReturnType<typeof importJWK>>
  /** What /.well-known/jwks.json publishes. */
  published: { keys: JWK[] }
  verify: JWTVerifyGetKey
}

/**
 * Reads a key set: the first ES256 key that may sign, signs; every asymmetric key is published
 * without its private members. Throws when no key may sign.
 */
export async function readSigningKeys({ keys }: { keys: JWK[] }): Promise<SigningKeys> {
  const signing = keys.find(maySign)
  if (!signing?.kid)
    throw new Error('The signing keys need an ES256 key with "kid", "d" and the use "sign"')
  // The reference server lists both uses; WebCrypto refuses a private key that may verify.
  const { key_ops: _uses, ...privateJwk } = signing
  const published = { keys: keys.filter(isP256).map(publicPart) }
  return {
    kid: signing.kid,
    privateKey: await importJWK(privateJwk, 'ES256'),
    published,
    verify: createLocalJWKSet(published),
  }
}

function maySign(key: JWK): boolean {
  if (!isP256(key) || !key.d) return false
  return !key.key_ops || key.key_ops.includes('sign')
}

// Named one by one, so that no private member slips out.
function publicPart({ crv = '', x = '', y = '', kid = '' }: JWK): JWK {
  return { kty: 'EC', crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }
}

function isP256(key: JWK): boolean {
  return key.kty === 'EC' && key.crv === 'P-256'
}
