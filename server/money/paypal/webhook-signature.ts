import { createVerify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod/mini'
import { isCertificateUrl, isCurrent, type SigningCertificates } from './signing-certificates.ts'

// PayPal repeats a webhook for three days.
const OLDEST_MS = 4 * 86_400_000
const AHEAD_MS = 10 * 60_000

const Headers = z.object({
  'paypal-transmission-id': z.string().check(z.regex(/^[\w-]{1,100}$/)),
  'paypal-transmission-time': z.string().check(z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{5,15}Z$/)),
  'paypal-transmission-sig': z.string().check(z.regex(/^[\w+/]{1,1400}={0,2}$/)),
  'paypal-cert-url': z.string().check(z.maxLength(500)),
  'paypal-auth-algo': z.string().check(z.regex(/^SHA256withRSA$/i)),
})
export type Transmission = { id: string; time: string; signature: string; certificate: URL }

/**
 * What the headers of a webhook say, before anybody is asked. Null when one is missing or of another
 * form, its time is not of the last four days, or its certificate would be somebody else's.
 */
export function readTransmission(
  headers: Record<string, unknown>,
  { apiUrl, now = Date.now() }: { apiUrl: string; now?: number },
): Transmission | null {
  const { data } = Headers.safeParse(headers)
  if (!data) return null
  const time = data['paypal-transmission-time']
  const age = now - Date.parse(time)
  if (!(age <= OLDEST_MS && age >= -AHEAD_MS)) return null
  const certificate = URL.parse(data['paypal-cert-url'])
  if (!certificate || !isCertificateUrl(certificate, apiUrl)) return null
  const id = data['paypal-transmission-id']
  return { id, time, signature: data['paypal-transmission-sig'], certificate }
}

/**
 * 'unproven': the signature is right, and the chain of its certificate does not end at a known root.
 * Throws ProviderUnavailable when the certificate cannot be fetched.
 */
export async function checkSignature(
  { id, time, signature, certificate: url }: Transmission,
  of: { webhookId: string; rawBody: string; certificates: SigningCertificates },
): Promise<'right' | 'unproven' | 'wrong'> {
  const signing = await of.certificates.find(url)
  if (!signing || !isCurrent(signing.certificate)) return 'wrong'
  const text = `${id}|${time}|${of.webhookId}|${crc32(of.rawBody)}`
  const { publicKey } = signing.certificate
  if (publicKey.asymmetricKeyType !== 'rsa') return 'wrong'
  const isRight = createVerify('sha256').update(text).verify(publicKey, signature, 'base64')
  if (!isRight) return 'wrong'
  return signing.isTrusted ? 'right' : 'unproven'
}
