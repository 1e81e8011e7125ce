import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

const SIGNATURE = 16
const CHECKSUM = 4
const SHORTEST = 1 + 16 + 1 + SIGNATURE + CHECKSUM
const LONGEST = SHORTEST + 8

export type RefreshToken = {
  sessionId: string
  counter: number
  isSignedWith(key: Buffer): boolean
}

/** Protocol version 0: version, session id, count (uvarint), 16 bytes of HMAC-SHA-256, 4 of SHA-256. */
export function writeRefreshToken(sessionId: string, counter: number, key: Buffer): string {
  const body = Buffer.concat([
    Buffer.of(0),
    Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
    uvarint(counter),
  ])
  const signed = Buffer.concat([body, signatureOf(body, key)])
  return Buffer.concat([signed, checksumOf(signed)]).toString('base64url')
}

/** Null when malformed. Does not check the signature. */
export function readRefreshToken(token: string): RefreshToken | null {
  if (!/^[\w-]+$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length < SHORTEST || bytes.length > LONGEST || bytes[0] !== 0) return null
  // Otherwise unused trailing bits would allow several encodings.
  if (bytes.toString('base64url') !== token) return null

  const signed = bytes.subarray(0, -CHECKSUM)
  if (!checksumOf(signed).equals(bytes.subarray(-CHECKSUM))) return null
  const body = signed.subarray(0, -SIGNATURE)
  const counter = readUvarint(body.subarray(17))
  if (counter === null) return null

  return {
    sessionId: uuidOf(body.subarray(1, 17)),
    counter,
    isSignedWith: (key) => timingSafeEqual(signatureOf(body, key), signed.subarray(-SIGNATURE)),
  }
}

function signatureOf(body: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest().subarray(0, SIGNATURE)
}

function checksumOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest().subarray(0, CHECKSUM)
}

function uvarint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return Buffer.of(...bytes, rest)
}

function readUvarint(bytes: Buffer): number | null {
  const value = bytes.reduceRight((sum, byte) => sum * 0x80 + (byte & 0x7f), 0)
  const isWhole = bytes.every((byte, at) => byte >= 0x80 === at < bytes.length - 1)
  return isWhole && bytes.length > 0 && Number.isSafeInteger(value) ? value : null
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
