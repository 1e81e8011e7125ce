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

/**
 * Title and description of a page, for its `meta` export. Its link preview is made of them on the
 * server (findable/), as nobody reads one in a browser.
 */
export function pageMeta(page: { title: string; description: string }): MetaDescriptor[] {
  return [
    { title: `${page.title} – ${SITE_NAME}` },
    { name: 'description', content: page.description },
  ]
}
