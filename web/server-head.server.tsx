import type { EntryContext, MetaDescriptor } from 'react-router'
import { structuredDataOf } from './event/structured-data.server.ts'
import { siteAddress } from './page-meta.ts'
import { LinkPreview } from './seo/link-preview.server.tsx'
import type { Thing } from './seo/thing.ts'
import type { Crumb, ServerHead } from './ui/server-head.ts'

/** Empty for an error, and for a page without a description: search engines are not to find these. */
export function serverHeadOf(router: EntryContext): ServerHead {
  const { location, loaderData } = router.staticHandlerContext
  const head = headOf(router)
  const things = [...structuredDataOf(location.pathname, loaderData)]
  const isArticle = things.some((thing) => thing['@type'] === 'Article')
  return {
    linkPreview: head && <LinkPreview {...head} isArticle={isArticle} />,
    addTrail: (trail) => things.push(breadcrumbs(trail)),
    structuredData: () => (head && things.length > 0 ? jsonLd(things) : ''),
  }
}

/** From what the route's own `meta` says; null where it has no description. */
function headOf({ staticHandlerContext, routeModules }: EntryContext) {
  const { matches, loaderData: data, location, errors } = staticHandlerContext
  const match = matches.findLast(({ route }) => routeModules[route.id]?.meta)
  if (errors || !match) return null
  const { params, route } = match
  const loaderData = data[route.id]
  const tags = routeModules[route.id]?.meta?.({ loaderData, params, location, matches: [] }) ?? []
  const title = textIn(tags, (tag) => tag.title)
  const description = textIn(tags, (tag) => tag.name === 'description' && tag.content)
  const path = location.pathname.replace(/(.)\/+$/, '$1')
  const address = textIn(tags, (tag) => tag.rel === 'canonical' && tag.href) ?? siteAddress(path)
  return title && description ? { title, description, address } : null
}

function textIn(
  tags: readonly (MetaDescriptor | undefined)[],
  valueIn: (tag: Record<string, unknown>) => unknown,
): string | undefined {
  return tags.map((tag) => valueIn({ ...tag })).find((value) => typeof value === 'string')
}

/** JSON-LD, which the Content Security Policy allows (server/pages/csp). */
function jsonLd(graph: readonly Thing[]): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`
}

/** schema.org/BreadcrumbList. */
function breadcrumbs(trail: readonly Crumb[]): Thing {
  const itemListElement = trail.map(({ label, to }, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: label,
    ...(to !== undefined && { item: siteAddress(to) }),
  }))
  return { '@type': 'BreadcrumbList', itemListElement }
}
