// Both key sets of a site, encrypted with a passphrase (decision 36).
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { z } from 'zod/mini'

export type KeySettings = { FIELD_KEYS: string; AUTH_SIGNING_KEYS: string | null }

const SettingsSchema = z.object({
  FIELD_KEYS: z.string(),
  AUTH_SIGNING_KEYS: z.nullable(z.string()),
})
const FileSchema = z.object({
  format: z.literal('chaps keys 1'),
  /** Of scrypt; in the file, so that later versions can raise them. */
  cost: z.int().check(z.minimum(2 ** 14), z.maximum(2 ** 20)),
  salt: z.base64(),
  nonce: z.base64(),
  tag: z.base64(),
  text: z.base64(),
})

const COST = 2 ** 17
const MIN_LENGTH = 20

/** The file's text. Throws for a passphrase of less than 20 characters. */
export function encryptKeys(settings: KeySettings, passphrase: string): string {
  if (passphrase.length < MIN_LENGTH)
    throw new Error(`The passphrase must have at least ${MIN_LENGTH} characters`)
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt, COST), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify(settings), 'utf8'), cipher.final()])
  const parts = { salt, nonce, tag: cipher.getAuthTag(), text }
  const encoded = Object.entries(parts).map(([name, part]) => [name, part.toString('base64')])
  const file = { format: 'chaps keys 1', cost: COST, ...Object.fromEntries(encoded) }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Throws with a sentence for another file, a changed one or a wrong passphrase. */
export function decryptKeys(file: string, passphrase: string): KeySettings {
  const { cost, ...parts } = readFileText(file)
  const [salt, nonce, tag, text] = [parts.salt, parts.nonce, parts.tag, parts.text].map((part) =>
    Buffer.from(part, 'base64'),
  ) as [Buffer, Buffer, Buffer, Buffer]
  const key = keyOf(passphrase, salt, cost)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    const plain = decipher.setAuthTag(tag).update(text, undefined, 'utf8') + decipher.final('utf8')
    return SettingsSchema.parse(JSON.parse(plain))
  } catch (cause) {
    throw new Error('The passphrase is wrong, or the file was changed', { cause })
  }
}

function readFileText(file: string): z.infer<typeof FileSchema> {
  try {
    return FileSchema.parse(JSON.parse(file))
  } catch (cause) {
    throw new Error('This is no file of keys', { cause })
  }
}

function keyOf(passphrase: string, salt: Buffer, cost: number): Buffer {
  return scryptSync(passphrase, salt, 32, { N: cost, r: 8, p: 1, maxmem: 2 ** 31 - 1 })
}
