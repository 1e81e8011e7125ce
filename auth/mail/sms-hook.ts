import { createHmac, randomUUID } from 'node:crypto'
import type { SendSms } from '../options.ts'
import type { AuthSettings } from '../settings.ts'
import { looksRandom } from '../tokens/looks-random.ts'

const TIMEOUT_MS = 5_000
const MIN_BYTES = 16

/** Throws if SMS are needed and cannot be sent. */
export function createSmsSender({
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
  if (hook) return createWebhookSender({ ...hook, now })
  if (sms) return sms
  if (needsSms(settings)) throw new Error('Phone numbers are switched on, but nothing sends an SMS')
  return async () => {
    throw new Error('Nothing sends an SMS')
  }
}

export function needsSms({
  phone = false,
  confirmPhone = true,
  phoneFactors,
}: Partial<AuthSettings>): boolean {
  return (phone && confirmPhone) || Boolean(phoneFactors?.enrol || phoneFactors?.verify)
}

export function isHookSecret(secret: string): boolean {
  return hookKey(secret).length >= MIN_BYTES && looksRandom(hookKey(secret))
}

/** Standard Webhooks: `v1,` and the base64 HMAC-SHA-256 of id, timestamp and body joined by dots. */
function createWebhookSender({
  url,
  secret,
  now,
}: {
  url: string
  secret: string
  now: () => Date
}): SendSms {
  const key = hookKey(secret)
  return async (message) => {
    const id = randomUUID()
    const timestamp = String(Math.floor(now().getTime() / 1000))
    const body = JSON.stringify(message)
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`)
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature.digest('base64')}`,
      },
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The SMS hook answered ${response.status}`)
  }
}

// A Standard Webhooks secret is base64 after its prefix; any other text is the key itself.
function hookKey(secret: string): Buffer {
  const encoded = /^(?:v1,)?whsec_(.+)$/.exec(secret)?.[1]
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret)
}
