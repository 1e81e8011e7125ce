import { createHash } from 'node:crypto'
import type { Settings } from '../deps.ts'

/** Inline `scripts` are allowed by hash, because a cached page would repeat a nonce. */
export function pagePolicy(scripts: readonly string[], settings: PolicySettings): string {
  const { publicUrl, tileUrl, forms } = settings
  const images = tileSource(tileUrl)
  return policyOf(scripts, { publicUrl, images, provider: [], formService: formService(forms) })
}

/** The provider's script writes inline styles (developer.paypal.com/sdk/js/best-practices). */
export function checkoutPolicy(
  scripts: readonly string[],
  { publicUrl, cards }: CheckoutSettings,
): string {
  const provider = providerSources(cards)
  const images = [...provider, 'data:']
  return policyOf(scripts, { publicUrl, images, provider, formService: [] })
}

function policyOf(
  scripts: readonly string[],
  { publicUrl, images, provider, formService }: Policy,
): string {
  const pays = provider.length > 0
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...provider, ...new Set(scripts.map(hashSource))].join(' ')}`,
    `style-src 'self'${pays ? " 'unsafe-inline'" : ''}`,
    `img-src ${["'self'", ...images].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...provider, ...formService].join(' ')}`,
    ...(pays ? [`frame-src ${provider.join(' ')}`] : []),
    "manifest-src 'self'",
    `form-action ${["'self'", ...formService].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${POLICY_REPORTS}`,
    ...(publicUrl.startsWith('https:') ? [REPORT_TO, 'upgrade-insecure-requests'] : []),
  ].join('; ')
}

// Browsers that support report-to ignore report-uri, and over plain http send no report-to.
const REPORT_TO = 'report-to policy'

export const POLICY_REPORTS = '/api/logs/policy'

export function reportHeaders({ publicUrl }: Pick<Settings, 'publicUrl'>): Record<string, string> {
  if (!publicUrl.startsWith('https:')) return {}
  return { 'reporting-endpoints': `policy="${publicUrl}${POLICY_REPORTS}"` }
}

/** Development only: Vite adds inline scripts and styles and a web socket. */
export function developmentPolicy(
  { tileUrl, cards, forms }: Pick<Settings, 'tileUrl' | 'cards' | 'forms'>,
  { pays }: { pays: boolean },
): string {
  const provider = pays ? providerSources(cards) : []
  return [
    "default-src 'self'",
    `script-src ${["'self'", "'unsafe-inline'", ...provider].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src ${["'self'", 'data:', ...tileSource(tileUrl), ...provider].join(' ')}`,
    `connect-src ${["'self'", 'ws:', ...provider, ...formService(forms)].join(' ')}`,
    ...(pays ? [`frame-src ${provider.join(' ')}`] : []),
    "frame-ancestors 'none'",
  ].join('; ')
}

type PolicySettings = Pick<Settings, 'publicUrl' | 'tileUrl' | 'forms'>
type CheckoutSettings = Pick<Settings, 'publicUrl' | 'cards'>
type Policy = {
  publicUrl: string
  images: readonly string[]
  provider: readonly string[]
  formService: readonly string[]
}

const PAYPAL = ['https://*.paypal.com', 'https://*.paypalobjects.com']

function providerSources({ sdkUrl }: Settings['cards']): string[] {
  const { hostname, origin } = new URL(sdkUrl)
  return hostname.endsWith('.paypal.com') ? PAYPAL : [origin]
}

function formService({ url }: Settings['forms']): string[] {
  return url === undefined ? [] : [new URL(url).origin]
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

function tileSource(tileUrl: string): string[] {
  const origin = /^https?:\/\/[^/]+/.exec(tileUrl)?.[0]
  return origin ? [origin.replace('{s}', '*')] : []
}
