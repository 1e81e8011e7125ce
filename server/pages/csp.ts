import { createHash } from 'node:crypto'
import type { Settings } from '../parts.ts'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g

/**
 * The Content-Security-Policy of one finished page: scripts from our own files, and of those in the
 * page exactly the ones it now holds, by hash. A nonce would be no nonce in a page that is kept. Map
 * tiles come from where the settings say; nothing else from elsewhere.
 */
export function pagePolicy(html: string, { publicUrl, tileUrl }: PolicySettings): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes(html)].join(' ')}`,
    "style-src 'self'",
    `img-src ${["'self'", ...tileSource(tileUrl)].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * The looser policy while we work on the site: Vite writes scripts and styles into the page and tells
 * it of changes over a web socket. Never sent by a built site.
 */
export function policyAtWork({ tileUrl }: Pick<Settings, 'tileUrl'>): string {
  return [
    "default-src 'self'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    `img-src ${["'self'", 'data:', ...tileSource(tileUrl)].join(' ')}`,
    "connect-src 'self' ws:",
    "frame-ancestors 'none'",
  ].join('; ')
}

type PolicySettings = Pick<Settings, 'publicUrl' | 'tileUrl'>

/** Hash sources of every script written into the page; data blocks such as JSON-LD do not run. */
export function scriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(INLINE_SCRIPT)) {
    if (attributes.includes('application/ld+json')) continue
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
  return [...hashes]
}

/** Where a tile address such as https://{s}.tile.example/{z}/{x}/{y}.png may load from. */
function tileSource(tileUrl: string): string[] {
  const origin = /^https?:\/\/[^/]+/.exec(tileUrl)?.[0]
  return origin ? [origin.replace('{s}', '*')] : []
}
