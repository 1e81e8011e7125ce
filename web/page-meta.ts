import type { MetaDescriptor } from 'react-router'

export const SITE_NAME = 'CHAPS'

/**
 * Stands for the site's address in everything that the build and the server render; the server
 * writes the configured address in its place, so that one build serves any host.
 */
export const UNKNOWN_ORIGIN = 'https://origin.invalid'

/** The full address of a path of this site, as link previews and search engines need it. */
export function siteAddress(path: string): string {
  return `${typeof document === 'undefined' ? UNKNOWN_ORIGIN : location.origin}${path}`
}

/** Title, description and link preview of a page, for its `meta` export. */
export function pageMeta(page: {
  title: string
  description: string
  /** Path of a picture of 1200 by 630 pixels; the charity's own when left out. */
  image?: string
}): MetaDescriptor[] {
  const title = `${page.title} – ${SITE_NAME}`
  return [
    { title },
    { name: 'description', content: page.description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: SITE_NAME },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:image', content: siteAddress(page.image ?? '/link-preview.png') },
  ]
}
