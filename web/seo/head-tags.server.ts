import { siteAddress } from '../page-meta.ts'
import { previewTags } from './preview-tags.server.tsx'
import type { Thing } from './thing.ts'

const TITLE = /<title>([^<]+)<\/title>/
const DESCRIPTION = /<meta name="description" content="([^"]+)"/
const CANONICAL = /<link rel="canonical" href="([^"]+)"/
const BREADCRUMBS = /<nav[^>]* aria-label="Breadcrumb">(.*?)<\/nav>/s
const CRUMB = /<li>(?:<a[^>]* href="([^"]+)"[^>]*>|<span[^>]*>)(.*?)<\/(?:a|span)><\/li>/gs

/** Adds link preview and structured data. A page without a description is unchanged. */
export function addHeadTags(html: string, things: readonly Thing[]): string {
  const title = textOf(TITLE.exec(html))
  const description = textOf(DESCRIPTION.exec(html))
  const address = textOf(CANONICAL.exec(html))
  if (!title || !description || !address) return html
  const crumbs = breadcrumbs(html)
  const graph = crumbs ? [...things, crumbs] : things
  const isArticle = things.some((thing) => thing['@type'] === 'Article')
  const { pathname } = new URL(address)
  const tags = previewTags({ pathname, title, description, address, isArticle })
  return html.replace('</head>', () => `${tags}${structuredData(graph)}</head>`)
}

/** JSON-LD, which the Content Security Policy allows (csp.ts). */
function structuredData(graph: readonly Thing[]): string {
  if (graph.length === 0) return ''
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`
}

/** schema.org/BreadcrumbList. */
function breadcrumbs(html: string): Thing | undefined {
  const [, list] = BREADCRUMBS.exec(html) ?? []
  if (list === undefined) return undefined
  const crumbs = [...list.matchAll(CRUMB)].map(([, path, label = ''], i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: unescapeHtml(label),
    ...(path !== undefined && { item: siteAddress(unescapeHtml(path)) }),
  }))
  return { '@type': 'BreadcrumbList', itemListElement: crumbs }
}

function textOf(match: RegExpExecArray | null): string {
  return unescapeHtml(match?.[1] ?? '')
}

/** Decodes the five characters that React escapes. */
function unescapeHtml(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
