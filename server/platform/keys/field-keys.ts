import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { z } from 'zod/mini'
import { looksRandom } from '../../../auth/tokens/looks-random.ts'

/** Encrypts fields too private for clear text (rules §6.2). */
export type FieldKeys = {
  /** `where`, as 'members.nhs_number:1001', is authenticated: a value opens in its own row only. */
  seal(plain: string, where: string): Buffer
  /** Throws when the bytes or `where` do not match, or the key is not in the ring. */
  open(sealed: Buffer, where: string): string
  /** 32 bytes for equality search without reading; `what` separates the indexes of columns. */
  blindIndex(value: string, what: string): Buffer
}

const RingSchema = z.object({
  current: z.string(),
  /** Changing it means recomputing every index. */
  index: z.string(),
  keys: z.record(z.string().check(z.regex(/^[\w-]{1,32}$/)), z.string()),
})

const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/**
 * To rotate, add a key and make it current. Sealed bytes: format, length of the key's name, its
 * name, nonce, tag, AES-256-GCM ciphertext.
 */
export function openFieldKeys(ringJson: string): FieldKeys {
  const { ring, find } = readRing(ringJson)
  const current = find(ring.current)
  const indexKey = deriveSecret(ringJson, 'blind index')

  return {
    seal(plain, where) {
      const head = headOf(ring.current)
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(placeOf(head, where))
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([head, nonce, cipher.getAuthTag(), text])
    },
    open(sealed, where) {
      const nameEnd = headLength(sealed)
      const tagAt = nameEnd + NONCE_BYTES
      const textAt = tagAt + TAG_BYTES
      if (sealed[0] !== FORMAT || sealed.length < textAt) throw new Error('This is no sealed field')
      const key = find(sealed.toString('utf8', 2, nameEnd))
      const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(nameEnd, tagAt), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(placeOf(sealed.subarray(0, nameEnd), where))
        .setAuthTag(sealed.subarray(tagAt, textAt))
      return cipher.update(sealed.subarray(textAt), undefined, 'utf8') + cipher.final('utf8')
    },
    blindIndex: (value, what) =>
      createHmac('sha256', indexKey).update(`${what}\0${value}`).digest(),
  }
}

export function deriveSecret(ringJson: string, purpose: string): Buffer {
  const { ring, find } = readRing(ringJson)
  return Buffer.from(hkdfSync('sha256', find(ring.index), '', purpose, KEY_BYTES))
}

const FORM = '{"current":"1","index":"1","keys":{"1":"<32 bytes, base64>"}}'

/** The reason, to follow a setting's name; null for a valid ring. */
export function whyNotRing(text: string): string | null {
  const read = RingSchema.safeParse(parse(text))
  if (!read.success) return `must be a key ring in JSON, ${FORM}`
  const { current, index, keys } = read.data
  for (const [role, name] of Object.entries({ current, index }))
    if (!Object.hasOwn(keys, name)) return `has no key "${name}", which it names as ${role}`
  const bad = Object.entries(keys).find(([, key]) => bytesOf(key).length !== KEY_BYTES)
  return bad ? `has a key "${bad[0]}" that is not ${KEY_BYTES} bytes in base64` : null
}

export function whyWeakRing(text: string): string | null {
  const keys = Object.entries(RingSchema.parse(parse(text)).keys)
  const weak = keys.find(([, key]) => !looksRandom(bytesOf(key)))
  if (weak) return `has a key "${weak[0]}" that is not random`
  const different = new Set(keys.map(([, key]) => bytesOf(key).toString('hex')))
  return different.size < keys.length ? 'has the same key under two names' : null
}

export function readKeyNames(ringJson: string): { current: string; index: string; all: string[] } {
  const { current, index, keys } = readRing(ringJson).ring
  return { current, index, all: Object.keys(keys) }
}

/** Sealing and index have a key each, so that every sealing key can be replaced and removed. */
export function makeFieldKeys(): string {
  return JSON.stringify({
    current: '1',
    index: 'index',
    keys: { 1: makeKey(), index: makeKey() },
  })
}

/** The ring with a new key, named by the next free number; it seals nothing yet. */
export function addKey(ringJson: string): { ring: string; added: string } {
  const ring = RingSchema.parse(JSON.parse(ringJson))
  const numbers = Object.keys(ring.keys).map(Number).filter(Number.isSafeInteger)
  const added = `${Math.max(0, ...numbers) + 1}`
  const keys = { ...ring.keys, [added]: makeKey() }
  return { ring: JSON.stringify({ ...ring, keys }), added }
}

/** The ring that seals with this one of its keys. Throws when it has no such key. */
export function makeCurrent(ringJson: string, name: string): string {
  const { ring, find } = readRing(ringJson)
  find(name)
  return JSON.stringify({ ...ring, current: name })
}

/** The ring without this key. Throws while it seals, or is the index. */
export function removeKey(ringJson: string, name: string): string {
  const { ring, find } = readRing(ringJson)
  find(name)
  if (name === ring.current) throw new Error(`The field key "${name}" is the current one`)
  if (name === ring.index) throw new Error(`The field key "${name}" is the index key`)
  const keys = Object.fromEntries(Object.entries(ring.keys).filter(([key]) => key !== name))
  return JSON.stringify({ ...ring, keys })
}

/** The first bytes of all that the current key seals. */
export function currentHead(ringJson: string): Buffer {
  return headOf(readRing(ringJson).ring.current)
}

/** The name of the key that sealed these bytes. Throws when they are no sealed field. */
export function keyNameOf(sealed: Buffer): string {
  const nameEnd = headLength(sealed)
  if (sealed[0] !== FORMAT || sealed.length < nameEnd) throw new Error('This is no sealed field')
  return sealed.toString('utf8', 2, nameEnd)
}

function makeKey(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

function readRing(ringJson: string) {
  const ring = RingSchema.parse(JSON.parse(ringJson))
  const keys = new Map(Object.entries(ring.keys).map(([name, key]) => [name, keyOf(name, key)]))
  const find = (name: string): KeyObject => {
    const key = keys.get(name)
    if (!key) throw new Error(`The field key "${name}" is not in the ring`)
    return key
  }
  return { ring, find }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}

/** Ciphers take a key object four times as fast as bytes. */
function keyOf(name: string, base64: string): KeyObject {
  const key = bytesOf(base64)
  if (key.length !== KEY_BYTES)
    throw new Error(`The field key "${name}" must be 32 bytes in base64; it has ${key.length}`)
  return createSecretKey(key)
}

/** Of format, length of the key's name, and name. */
function headLength(sealed: Buffer): number {
  return 2 + (sealed[1] ?? 0)
}

function headOf(name: string): Buffer {
  return Buffer.concat([Buffer.of(FORMAT, name.length), Buffer.from(name)])
}

function placeOf(head: Buffer, where: string): Buffer {
  return Buffer.concat([head, Buffer.from(where)])
}
