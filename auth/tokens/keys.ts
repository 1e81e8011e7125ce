import { randomUUID } from 'node:crypto'
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose'
import { type Algorithm, algorithmOf, canSign, publicPart } from './key-set.ts'

/** A new JSON Web Key set with one ES256 signing key; it is secret. */
export async function makeSigningKeys(): Promise<{ keys: JWK[] }> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return {
    keys: [{ ...jwk, alg: 'ES256', use: 'sig', key_ops: ['sign', 'verify'], kid: randomUUID() }],
  }
}

export type SigningKeys = {
  kid: string
  alg: Algorithm
  privateKey: Awaited<ReturnType<typeof importJWK>>
  published: { keys: JWK[] }
  verify: JWTVerifyGetKey
}

/**
 * Reads a key set: the first ES256 or RS256 key that may sign, signs; all of them are published
 * without private members. Throws when no key may sign.
 */
export async function readSigningKeys({ keys }: { keys: JWK[] }): Promise<SigningKeys> {
  const signing = keys.find(canSign)
  const alg = signing && algorithmOf(signing)
  if (!signing?.kid || !alg)
    throw new Error(
      'The signing keys need an ES256 or RS256 key with "kid", "d" and the use "sign"',
    )
  // The reference server lists both uses; WebCrypto rejects a private key with 'verify'.
  const { key_ops: _uses, ...privateJwk } = signing
  const published = { keys: keys.filter(algorithmOf).map(publicPart) }
  return {
    ...{ kid: signing.kid, alg, published },
    privateKey: await importJWK(privateJwk, alg),
    verify: createLocalJWKSet(published),
  }
}
