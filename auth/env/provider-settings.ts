import type { AuthSettings, ProviderSettings } from '../settings.ts'
import type { Reader } from './env-reader.ts'

const ISSUERS: Record<string, string> = {
  apple: 'https://appleid.apple.com',
  gitlab: 'https://gitlab.com',
  google: 'https://accounts.google.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
  twitch: 'https://id.twitch.tv/oauth2',
}
const NOT_PROVIDERS = ['EMAIL', 'PHONE', 'ANONYMOUS_USERS']

export type IdentitySettings = Pick<AuthSettings, 'providers' | 'manualLinking'>

export function readProviderSettings(read: Reader): IdentitySettings {
  const names = read.names(/^EXTERNAL_([A-Z0-9_]+)_ENABLED$/)
  const providers: Record<string, ProviderSettings> = {}
  for (const name of names.filter((name) => !NOT_PROVIDERS.includes(name))) {
    const provider = readProvider(read, name)
    if (provider) providers[name.toLowerCase()] = provider
  }
  return { providers, manualLinking: read.boolean('SECURITY_MANUAL_LINKING_ENABLED') ?? false }
}

/** HTTPS or loopback. */
export function isPrivateAddress(url: string): boolean {
  const issuer = URL.parse(url)
  return issuer !== null && (issuer.protocol === 'https:' || isLoopback(issuer))
}

export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function readProvider(read: Reader, name: string): ProviderSettings | null {
  const of = (what: string) => `EXTERNAL_${name}_${what}`
  const isEnabled = read.boolean(of('ENABLED'))
  const clientId = read.text(of('CLIENT_ID'))
  const callbackUrl = read.text(of('REDIRECT_URI'))
  const skipNonceCheck = read.boolean(of('SKIP_NONCE_CHECK')) ?? false
  const secret = read.text(of('SECRET'))
  const url = read.text(of('URL')) || ISSUERS[name.toLowerCase()] || ''
  if (!isEnabled) return null

  if (!clientId) read.addProblem(of('CLIENT_ID'), 'is missing')
  if (!url) read.addProblem(of('URL'), 'is missing: the issuer of an OpenID Connect provider')
  else if (!isPrivateAddress(url)) read.addProblem(of('URL'), 'must be an https address')
  return { clientId, secret, url, skipNonceCheck, ...(callbackUrl && { callbackUrl }) }
}
