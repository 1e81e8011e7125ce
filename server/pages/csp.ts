import { createHash } from 'node:crypto'
import type { Settings } from '../deps.ts'

/**
 * The Content-Security-Policy of one finished page: scripts from our own files, and of those in the
 * page the `scripts` of our build, by hash. A nonce would be no nonce in a page that is kept. Map
 * tiles come from where the settings say, the contact form may be sent to the form service that they
 * name; nothing else comes from elsewhere or goes there.
 */
export function pagePolicy(scripts: readonly string[], settings: PolicySettings): string {
  const { publicUrl, tileUrl, forms } = settings
  const images = tileSource(tileUrl)
  return policyOf(scripts, { publicUrl, images, provider: [], formService: formService(forms) })
}

/**
 * The policy of checkout, which alone also admits the card payment provider: its script, the frames
 * that hold the card's number, and where they ask. Its script writes style elements into the page
 * (developer.paypal.com/sdk/js/best-practices), so that styles in the page have to be admitted too.
 */
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

// A browser that knows it sends nothing to report-uri, and over plain http it sends nothing at all.
const REPORT_TO = 'report-to policy'

/** Where browsers report what the policy of a page refused. */
export const POLICY_REPORTS = '/api/logs/policy'

/** What a page says beside its policy for `report-to`; nothing where that is not sent. */
export function reportHeaders({ publicUrl }: Pick<Settings, 'publicUrl'>): Record<string, string> {
  if (!publicUrl.startsWith('https:')) return {}
  return { 'reporting-endpoints': `policy="${publicUrl}${POLICY_REPORTS}"` }
}

/**
 * The looser policy while we work on the site: Vite writes scripts and styles into the page and tells
 * it of changes over a web socket. Never sent by a built site.
 */
export function policyAtWork(
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

/** Where the card fields come from: the provider's own hosts, or the one host of a stand-in. */
function providerSources({ sdkUrl }: Settings['cards']): string[] {
  const { hostname, origin } = new URL(sdkUrl)
  return hostname.endsWith('.paypal.com') ? PAYPAL : [origin]
}

/** The host of the form service; none for our own endpoint. */
function formService({ url }: Settings['forms']): string[] {
  return url === undefined ? [] : [new URL(url).origin]
}

function hashSource(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/** Where a tile address such as https://{s}.tile.example/{z}/{x}/{y}.png may load from. */
function tileSource(tileUrl: string): string[] {
  const origin = /^https?:\/\/[^/]+/.exec(tileUrl)?.[0]
  return origin ? [origin.replace('{s}', '*')] : []
}
