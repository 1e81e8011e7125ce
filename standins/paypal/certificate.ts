import { createSign, type KeyObject, randomBytes } from 'node:crypto'

const YEARS = 10

/** A self-signed X.509 certificate (RFC 5280, §4.1) in PEM; Node can read but not create one. */
export function selfSigned({
  name,
  privateKey,
  publicKey,
}: {
  name: string
  privateKey: KeyObject
  publicKey: KeyObject
}): string {
  const from = new Date()
  const until = new Date(from)
  until.setUTCFullYear(from.getUTCFullYear() + YEARS)
  const subject = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))))
  const body = sequence(
    der(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    SHA256_WITH_RSA,
    subject,
    sequence(utcTime(from), utcTime(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const whole = sequence(body, SHA256_WITH_RSA, der(0x03, Buffer.concat([Buffer.of(0), signature])))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

// 1.2.840.113549.1.1.11 without parameters, and 2.5.4.3
const SHA256_WITH_RSA = sequence(
  der(0x06, Buffer.from('2a864886f70d01010b', 'hex')),
  der(0x05, Buffer.alloc(0)),
)
const COMMON_NAME = der(0x06, Buffer.from('550403', 'hex'))

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function integer(value: Buffer): Buffer {
  return der(0x02, value)
}

function utcTime(at: Date): Buffer {
  const digits = at.toISOString().slice(2, 19).replace(/\D/g, '')
  return der(0x17, Buffer.from(`${digits}Z`))
}

function der(tag: number, value: Buffer): Buffer {
  const { length } = value
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), value])
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), value])
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), value])
}
