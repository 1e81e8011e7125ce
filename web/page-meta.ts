import type { MetaDescriptor } from 'react-router'
import { PLACEHOLDERS } from './placeholders.ts'

export const SITE_NAME = 'CHAPS'

export function siteAddress(path: string): string {
  return `${import.meta.env.SSR ? PLACEHOLDERS.origin : location.origin}${path}`
}

/** The server makes the link preview from these (web/seo). */
export function pageMeta(page: { title: string; description: string }): MetaDescriptor[] {
  return [
    { title: `${page.title} – ${SITE_NAME}` },
    { name: 'description', content: page.description },
  ]
}
