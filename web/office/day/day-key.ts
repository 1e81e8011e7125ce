// The day's people are kept on the tablet encrypted. The key is made of a code that only the
// volunteer has, so that a lost tablet shows nobody's name.

const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8
/** OWASP Password Storage Cheat Sheet, PBKDF2 with HMAC-SHA-256. */
const ITERATIONS = 600_000

export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** 39 random bits in letters that are not mistaken for another: 'K7QM-3WXD'. */
export function newDayCode(): string {
  let code = ''
  while (code.length < LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
    // Higher bytes would make the first letters more frequent.
    if (byte < 240) code += LETTERS[byte % LETTERS.length]
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

export function newSalt(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(16))
}

/** It cannot be read out of the browser. Small letters, spaces and hyphens of the code are equal. */
export async function keyOf(code: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const typed = new TextEncoder().encode(code.replace(/[\s-]/g, '').toUpperCase())
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS }
  const algorithm = { name: 'AES-GCM', length: 256 }
  return crypto.subtle.deriveKey(how, material, algorithm, false, ['encrypt', 'decrypt'])
}

export async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text) }
}

/** Throws OperationError with another key. */
export async function unseal(key: CryptoKey, { iv, data }: Sealed): Promise<unknown> {
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)
  return JSON.parse(new TextDecoder().decode(text))
}
