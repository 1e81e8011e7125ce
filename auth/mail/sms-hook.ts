import { createHmac, randomUUID } from 'node:crypto'
import type { AuthSettings, SendSms } from '../deps.ts'
import { looksRandom } from '../tokens/looks-random.ts'

const PATIENCE_MS = 5_000
const LEAST_BYTES = 16

/**
 * How SMS leave: over the hook when there is one, else by the function of the embedding site. Throws
 * when phone numbers must be confirmed and there is neither, or the hook cannot be signed for.
 */
export function chooseSms({
  settings,
  sms,
  now,
}: {
  settings: Pick<AuthSettings, 'phone' | 'confirmPhone' | 'phoneFactors' | 'smsHook'>
  sms: SendSms | undefined
  now: () => Date
}): SendSms {
  const { smsHook: hook } = settings
  if (hook && !isHookSecret(hook.secret)) throw new Error('The secret of smsHook is too short')
  if (hook) return overHook({ ...hook, now })
  if (sms) return sms
  if (needsSms(settings)) throw new Error('Phone numbers are switched on, but nothing sends an SMS')
  return async () => {
    throw new Error('Nothing sends an SMS')
  }
}

/** Whether SMS have to be sent with these settings: to confirm a number, or as a second step. */
export function needsSms({
  phone = false,
  confirmPhone = true,
  phoneFactors,
}: Partial<AuthSettings>): boolean {
  return (phone && confirmPhone) || Boolean(phoneFactors?.enrol || phoneFactors?.verify)
}

/** Whether a secret is long and random enough to sign with. */
export function isHookSecret(secret: string): boolean {
  return keyIn(secret).length >= LEAST_BYTES && looksRandom(keyIn(secret))
}

/**
 * Hands an SMS over by POST, `{phone, otp, message}` in JSON, signed as Standard Webhooks do: the header
 * webhook-signature is `v1,` and the base64 of HMAC-SHA-256 over id, timestamp and body, joined by
 * dots. Rejects when the answer is not a 2xx, leads elsewhere or takes longer than five seconds.
 */
function overHook({ url, secret, now }: { url: string; secret: string; now: () => Date }): SendSms {
  const key = keyIn(secret)
  return async (message) => {
    const id = randomUUID()
    const timestamp = String(Math.floor(now().getTime() / 1000))
    const body = JSON.stringify(message)
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    const answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature.digest('base64')}`,
      },
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The SMS hook answered ${answer.status}`)
  }
}

// As Standard Webhooks write it, in base64 after a prefix; any other text is the key itself.
function keyIn(secret: string): Buffer {
  const encoded = /^(?:v1,)?whsec_(.+)$/.exec(secret)?.[1]
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret)
}
