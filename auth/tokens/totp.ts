import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const STEP_SECONDS = 30
/** Phone clocks drift. */
const WINDOW = 1

/** SHA-1, six digits, 30 seconds (RFC 6238, auth-protocol 2.8). */
type TotpSecret = {
  secret: Buffer
  base32: string
  uri: string
  qrCode: string
}

export function createTotpSecret({
  issuer,
  account,
}: {
  issuer: string
  account: string
}): TotpSecret {
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ issuer, label: account, secret, period: STEP_SECONDS })
  const uri = totp.toString()
  return {
    secret: Buffer.from(secret.bytes),
    base32: secret.base32,
    uri,
    qrCode: renderSVG(uri, { border: 2 }),
  }
}

/** Null when the code is not valid now. */
export function totpStepOf(secret: Buffer, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta
}

export function totpCodeAt(secret: Buffer, now: Date): string {
  return totpOf(secret).generate({ timestamp: now.getTime() })
}

function totpOf(secret: Buffer): TOTP {
  const { buffer } = Uint8Array.from(secret)
  return new TOTP({ secret: new Secret({ buffer }), period: STEP_SECONDS })
}
