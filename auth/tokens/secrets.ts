import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export type Secrets = {
  /** For lookups without storing the value. */
  hmac(purpose: string, value: string): Buffer
  /** AES-256-GCM; `context`, such as `session|<id>`, is authenticated. */
  seal(plain: Uint8Array, context: string): Buffer
  /** Throws when the bytes were changed or sealed in another context. */
  open(sealed: Uint8Array, context: string): Buffer
}

/** Throws on fewer than 32 bytes. */
export function createSecrets(secret: Uint8Array): Secrets {
  if (secret.length < 32) throw new Error('The secret of the authentication service needs 32 bytes')
  const hmacKey = derive(secret, 'auth mark')
  const sealKey = derive(secret, 'auth seal')

  return {
    hmac: (purpose, value) => createHmac('sha256', hmacKey).update(`${purpose}|${value}`).digest(),
    seal(plain, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
    },
  }
}

function derive(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), purpose, 32))
}
