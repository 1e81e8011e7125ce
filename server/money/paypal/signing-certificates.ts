import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { ProviderUnavailable } from './provider-errors.ts'

/** `isTrusted`: its chain ends at a known root, or the provider is another one than PayPal. */
type SigningCertificate = { certificate: X509Certificate; isTrusted: boolean }

export type SigningCertificates = {
  /** Null when the address serves none that may sign webhooks. Throws ProviderUnavailable. */
  find(url: URL): Promise<SigningCertificate | null>
}

const PAYPAL_HOSTS = ['api', 'api-m', 'api.sandbox', 'api-m.sandbox'].map(
  (name) => `https://${name}.paypal.com`,
)
const PAYPAL_PATH = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/
const PAYPAL_NAME = /^CN=messageverificationcerts(?:\.\w+)?\.paypal\.com$/m
const PEM = /-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g
const MOST_CERTIFICATES = 6
const MOST_BYTES = 50_000
const TIMEOUT_MS = 5_000
const KEEP_MS = 12 * 3_600_000
// Anybody can name an address of PayPal at which there is no certificate.
const MOST_AT_ONCE = 4
const MOST_A_MINUTE = 30

/** Whether certificates at this address may be asked for: PayPal's, or of the `apiUrl` in use. */
export function isCertificateUrl(url: URL, apiUrl: string): boolean {
  if (url.username || url.password || url.search || url.hash) return false
  if (PAYPAL_HOSTS.includes(url.origin)) return PAYPAL_PATH.test(url.pathname)
  return url.origin === new URL(apiUrl).origin
}

/** Fetches each certificate once in twelve hours, and at most 30 addresses a minute. */
export function openSigningCertificates(): SigningCertificates {
  const known = new LRUCache<string, Promise<SigningCertificate | null>>({
    max: 100,
    ttl: KEEP_MS,
  })
  let minute = 0
  let fetched = 0
  let atOnce = 0

  return {
    find(url) {
      const before = known.get(url.href)
      if (before) return before
      acquireLease()
      const found = fetchCertificate(url).finally(() => {
        atOnce -= 1
      })
      known.set(url.href, found)
      found.catch(() => known.delete(url.href))
      return found
    },
  }

  function acquireLease(): void {
    const current = Math.floor(Date.now() / MINUTE_MS)
    if (current !== minute) fetched = 0
    minute = current
    if (atOnce >= MOST_AT_ONCE || fetched >= MOST_A_MINUTE)
      throw new ProviderUnavailable('too many certificates are asked for')
    atOnce += 1
    fetched += 1
  }
}

async function fetchCertificate(url: URL): Promise<SigningCertificate | null> {
  const init: RequestInit = { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }
  const answer = await fetch(url, init).catch((cause: unknown) => {
    throw new ProviderUnavailable('no certificate', { cause })
  })
  if (answer.status >= 500 || answer.status === 429)
    throw new ProviderUnavailable(`no certificate (${answer.status})`)
  const text = answer.ok ? await readBounded(answer) : ''
  const chain = (text.match(PEM) ?? []).slice(0, MOST_CERTIFICATES).flatMap(parseCertificate)
  const [certificate] = chain
  if (!certificate) return null
  const isOfPayPal = PAYPAL_HOSTS.includes(url.origin)
  if (isOfPayPal && !PAYPAL_NAME.test(certificate.subject)) return null
  return { certificate, isTrusted: !isOfPayPal || endsAtRoot(chain) }
}

async function readBounded(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.length
    if (bytes > MOST_BYTES) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

function parseCertificate(pem: string): X509Certificate[] {
  try {
    return [new X509Certificate(pem)]
  } catch {
    return []
  }
}

/** Whether each is signed by the next, and the last by a root that Node knows. */
export function endsAtRoot(chain: X509Certificate[], roots: readonly string[] = rootCertificates) {
  const last = chain.at(-1)
  const isLinked = chain.every((certificate, n) => {
    const above = chain[n + 1]
    return !above || (above.ca && isCurrent(above) && isIssuedBy(certificate, above))
  })
  if (!last || !isLinked) return false
  return roots.some((pem) => {
    const root = new X509Certificate(pem)
    return root.fingerprint256 === last.fingerprint256 || isIssuedBy(last, root)
  })
}

export function isCurrent({ validFromDate, validToDate }: X509Certificate, at = Date.now()) {
  return validFromDate.getTime() <= at && at <= validToDate.getTime()
}

function isIssuedBy(certificate: X509Certificate, above: X509Certificate): boolean {
  return certificate.checkIssued(above) && certificate.verify(above.publicKey)
}
