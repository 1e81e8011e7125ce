import { isIP } from 'node:net'
import type { MailPages } from '../options.ts'

type Redirects = {
  redirectTarget: (requested: string) => string
  mailTarget: (requested: string, page: keyof MailPages) => string
}

/** Other targets become the site (auth-protocol 2.3). */
export function createRedirects(
  siteUrl: string,
  allowList: string[],
  pages?: MailPages,
): Redirects {
  const site = new URL(siteUrl)
  const allowed = allowList.map(toPattern)

  return {
    redirectTarget,
    mailTarget(requested, page) {
      const target = redirectTarget(requested)
      const { pathname } = new URL(target)
      if (!pages || !isOnSite(new URL(target), site) || pathname === pages[page]) return target
      return new URL(pages[page], site).href
    },
  }

  function redirectTarget(requested: string): string {
    const target = URL.parse(requested)
    if (!target || target.username || target.password || /[\s\\]/.test(requested)) return siteUrl
    // 'http://2130706433' is 127.0.0.1 as well, so addresses must be in canonical form.
    if (isAddress(target) && !requested.includes(target.hostname)) return siteUrl
    const isAccepted =
      isOnSite(target, site) ||
      (isLoopback(site) && isLoopbackAddress(target)) ||
      isAllowed(target, allowed)
    return isAccepted ? target.href : siteUrl
  }
}

function isOnSite(target: URL, site: URL): boolean {
  if (target.protocol !== site.protocol || target.hostname !== site.hostname) return false
  return target.port === site.port || isLoopback(site)
}

function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || isLoopbackAddress(url)
}

function isLoopbackAddress({ protocol, hostname }: URL): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return /^127(\.\d+){3}$/.test(hostname) || hostname === '[::1]'
}

function isAddress({ hostname }: URL): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

function isAllowed(target: URL, allowed: RegExp[]): boolean {
  if (isAddress(target)) return false
  const bare = target.href.replace(/#.*$/s, '')
  return allowed.some((pattern) => pattern.test(bare) || pattern.test(bare.replace(/\/$/, '')))
}

// '*' stops at '.' and '/', '**' does not, '?' is one character.
function toPattern(glob: string): RegExp {
  const body = glob
    .split(/(\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**') return '.*'
      if (part === '*') return '[^./?#@:]*'
      if (part === '?') return '[^./?#@:]'
      return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    })
    .join('')
  return new RegExp(`^${body}$`, 's')
}
