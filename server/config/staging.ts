/** A staging site's own facts: where the real site is, without a trailing slash; null if not set. */
export type Staging = { productionUrl: string | null }

/**
 * What kind of site a host is (spec §7: staging or production by host): the facts of a staging site,
 * null for production and for this machine, which is neither. Where no production host is set, every
 * host is production with production settings, and staging without.
 */
export function stagingOf({
  publicUrl,
  productionHost,
  production,
}: {
  publicUrl: string
  productionHost?: string | undefined
  production: boolean
}): Staging | null {
  const { hostname } = new URL(publicUrl)
  if (isLoopback(hostname)) return null
  if (productionHost === undefined) return production ? null : { productionUrl: null }
  const isProduction = hostname === productionHost.toLowerCase()
  return isProduction ? null : { productionUrl: `https://${productionHost.toLowerCase()}` }
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The band that stands above every page of a staging site, as HTML; '' elsewhere. */
export function stagingBand(staging: Staging | null | undefined): string {
  if (!staging) return ''
  const { productionUrl } = staging
  const real = productionUrl
    ? ` The charity’s site is <a href="${productionUrl}">${new URL(productionUrl).host}</a>.`
    : ''
  return `<section aria-label="Test site"><p><b>Test site.</b> Nothing that is booked here is real.${real}</p></section>`
}
