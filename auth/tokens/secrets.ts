import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export type Secrets = {
  /** For lookups without storing the value. */
  mark(purpose: string, value: string): Buffer
  /** AES-256-GCM; `context`, such as `session|<id>`, is authenticated. */
  seal(plain: Uint8Array, place: string): Buffer
  /** Throws when the bytes were changed or sealed in another context. */
  open(sealed: Uint8Array, place: string): Buffer
}

/** Throws on fewer than 32 bytes. */
export function createSecrets(secret: Uint8Array): Secrets {
  if (secret.length < 32) throw new Error('The secret of the authentication service needs 32 bytes')
  const markKey = derive(secret, 'auth mark')
  const sealKey = derive(secret, 'auth seal')

  return {
    mark: (purpose, value) => createHmac('sha256', markKey).update(`${purpose}|${value}`).digest(),
    seal(plain, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
    },
  }
}

function derive(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purpose, 32))
}
