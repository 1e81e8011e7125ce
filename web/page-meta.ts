import type { MetaDescriptor } from 'react-router'
import { PLACEHOLDERS } from './placeholders.ts'

export const SITE_NAME = 'CHAPS'

/** The full address of a path of this site, for link previews and search engines. */
export function siteAddress(path: string): string {
  return `${import.meta.env.SSR ? PLACEHOLDERS.origin : location.origin}${path}`
}

/**
 * Title and description for a page's `meta` export. The server makes the link preview of them
 * (web/seo).
 */
export function pageMeta(page: { title: string; description: string }): MetaDescriptor[] {
  return [
    { title: `${page.title} – ${SITE_NAME}` },
    { name: 'description', content: page.description },
  ]
}
