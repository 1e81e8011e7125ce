import type { ProviderSettings } from '../parts.ts'
import type { Reader } from './env-reader.ts'

// Issuers of providers that everybody reaches at the same address; all others need their _URL.
const ISSUERS: Record<string, string> = {
  apple: 'https://appleid.apple.com',
  gitlab: 'https://gitlab.com',
  google: 'https://accounts.google.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
  twitch: 'https://id.twitch.tv/oauth2',
}
const NO_PROVIDERS = ['EMAIL', 'PHONE', 'ANONYMOUS_USERS']

/** The OpenID Connect providers of GOTRUE_EXTERNAL_{PROVIDER}_*, those that are enabled. */
export function readProviders(read: Reader): Record<string, ProviderSettings> {
  const named = read.names(/^EXTERNAL_([A-Z0-9_]+)_ENABLED$/)
  const found: Record<string, ProviderSettings> = {}
  for (const name of named.filter((one) => !NO_PROVIDERS.includes(one))) {
    const provider = readProvider(read, name)
    if (provider) found[name.toLowerCase()] = provider
  }
  return found
}

function readProvider(read: Reader, name: string): ProviderSettings | null {
  const of = (what: string) => `EXTERNAL_${name}_${what}`
  const isEnabled = read.yes(of('ENABLED'))
  const clientId = read.text(of('CLIENT_ID'))
  const callbackUrl = read.text(of('REDIRECT_URI'))
  const skipNonceCheck = read.yes(of('SKIP_NONCE_CHECK')) ?? false
  const secret = read.text(of('SECRET'))
  const url = read.text(of('URL')) || ISSUERS[name.toLowerCase()] || ''
  if (!isEnabled) return null

  if (!clientId) read.refuse(of('CLIENT_ID'), 'is missing')
  if (!url) read.refuse(of('URL'), 'is missing: the issuer of an OpenID Connect provider')
  else if (!URL.canParse(url)) read.refuse(of('URL'), 'must be an address')
  return { clientId, secret, url, skipNonceCheck, ...(callbackUrl && { callbackUrl }) }
}
