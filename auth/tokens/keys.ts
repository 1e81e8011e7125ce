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

/** The first key that may sign, signs; all are published. Throws when none may sign. */
export async function readSigningKeys({ keys }: { keys: JWK[] }): Promise<SigningKeys> {
  const signing = keys.find(canSign)
  const alg = signing && algorithmOf(signing)
  if (!signing?.kid || !alg)
    throw new Error(
      'The signing keys need an ES256 or RS256 key with "kid", "d" and the use "sign"',
    )
  // WebCrypto rejects a private key with the use 'verify'.
  const { key_ops: _uses, ...privateJwk } = signing
  const published = { keys: keys.filter(algorithmOf).map(publicPart) }
  return {
    kid: signing.kid,
    alg,
    published,
    privateKey: await importJWK(privateJwk, alg),
    verify: createLocalJWKSet(published),
  }
}
