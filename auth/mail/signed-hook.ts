import { createHmac, randomUUID } from 'node:crypto'
import { looksRandom } from '../tokens/looks-random.ts'

const TIMEOUT_MS = 5_000
const MIN_BYTES = 16

/** `id` is the same at a retry, so that the receiver can drop a double. */
type PostToHook = (body: object, id?: string) => Promise<void>

/**
 * Posts JSON signed by Standard Webhooks: `v1,` and the base64 HMAC-SHA-256 of id, timestamp and
 * body joined by dots. The promise rejects with HookRefused unless the answer is 2xx.
 */
export function openSignedHook({
  name,
  url,
  secret,
  now,
}: {
  /** For the error, such as 'SMS'. */
  name: string
  url: string
  secret: string
  now: () => Date
}): PostToHook {
  const key = hookKey(secret)
  return async (message, id = randomUUID()) => {
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
    if (!response.ok) throw new HookRefused(name, response.status)
  }
}

export class HookRefused extends Error {
  readonly status: number

  constructor(name: string, status: number) {
    super(`The ${name} hook answered ${status}`)
    this.status = status
  }
}

export function isHookSecret(secret: string): boolean {
  return hookKey(secret).length >= MIN_BYTES && looksRandom(hookKey(secret))
}

// A Standard Webhooks secret is base64 after its prefix; any other text is the key itself.
function hookKey(secret: string): Buffer {
  const encoded = /^(?:v1,)?whsec_(.+)$/.exec(secret)?.[1]
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret)
}
