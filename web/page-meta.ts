import type { MetaDescriptor } from 'react-router'
import { PLACEHOLDERS } from './placeholders.ts'

export const SITE_NAME = 'CHAPS'

/** The full address of a path of this site, as link previews and search engines need it. */
export function siteAddress(path: string): string {
  return `${import.meta.env.SSR ? PLACEHOLDERS.origin : location.origin}${path}`
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
