import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { selfSigned } from './certificate.ts'

export type Keys = ReturnType<typeof openKeys>

/** Keys are stored in `folder`, so that tokens survive a restart. */
export function openKeys(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const privateKey = createPrivateKey(kept(join(folder, 'webhook-key.pem'), newPrivateKey))
  const secret = kept(join(folder, 'token-key.txt'), () => randomBytes(32).toString('hex'))
  const publicKey = createPublicKey(privateKey)

  return {
    certificate: kept(join(folder, 'certificate.pem'), () =>
      selfSigned({ name: 'messageverificationcerts.local', privateKey, publicKey }),
    ),
    /** RSA-SHA256 over `id|time|webhookId|crc32(body)`, base64 (Webhooks v1, "verify"). */
    sign: (transmission: Transmission) =>
      createSign('sha256').update(signedText(transmission)).sign(privateKey, 'base64'),
    publicKey,
    /** Creates an authenticated token; `open` returns its subject. */
    seal(kind: TokenKind, subject: string, expires: Date): string {
      const payload = `${kind}.${Buffer.from(subject).toString('base64url')}.${expires.getTime()}`
      return `${payload}.${stampOf(payload)}`
    },
    /** The subject of a token of this kind; null when invalid or expired. */
    open(kind: TokenKind, token: string, now: Date): string | null {
      const [made, subject = '', expires, stamp = ''] = token.split('.')
      const right = Buffer.from(stampOf(`${made}.${subject}.${expires}`))
      const given = Buffer.from(stamp)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      if (made !== kind || Number(expires) <= now.getTime()) return null
      return Buffer.from(subject, 'base64url').toString()
    },
  }

  function stampOf(payload: string): string {
    return createHmac('sha256', secret).update(payload).digest('base64url')
  }
}

export type TokenKind = 'access' | 'card-field' | 'challenge' | 'checkout'
export type Transmission = { id: string; time: string; webhookId: string; body: string }

export function signedText({ id, time, webhookId, body }: Transmission): string {
  return `${id}|${time}|${webhookId}|${crc32(body)}`
}

function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return exported(privateKey)
}

function exported(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function kept(path: string, make: () => string): string {
  if (!existsSync(path)) writeFileSync(path, make(), { mode: 0o600 })
  return readFileSync(path, 'utf8')
}
