import { isLoopbackHost } from './demo.ts'

/** `productionUrl` has no trailing slash; null if not set. */
export type Staging = { productionUrl: string | null }

/** Null for production and for a local machine. Without `productionHost`, `production` decides. */
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
  if (isLoopbackHost(hostname)) return null
  if (productionHost === undefined) return production ? null : { productionUrl: null }
  const isProduction = hostname === productionHost.toLowerCase()
  return isProduction ? null : { productionUrl: `https://${productionHost.toLowerCase()}` }
}

export function stagingBand(staging: Staging | null | undefined): string {
  if (!staging) return ''
  const { productionUrl } = staging
  const real = productionUrl
    ? ` The charity’s site is <a href="${productionUrl}">${new URL(productionUrl).host}</a>.`
    : ''
  return `<section aria-label="Test site"><p><b>Test site.</b> Bookings made here are not real.${real}</p></section>`
}
