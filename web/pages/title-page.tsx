import { type MetaArgs, useLocation } from 'react-router'
import { findContentPage } from '../../content/pages.ts'
import NotFound, { meta as notFoundMeta } from '../not-found.tsx'
import { pageMeta } from '../page-meta.ts'
import type { Crumb } from '../ui/page-title.tsx'
import { TitleOnly } from './title-only.tsx'

export function meta({ location }: MetaArgs) {
  const page = findContentPage(location.pathname)
  return page ? pageMeta(page) : notFoundMeta()
}

/** A content page that shows its title for now; an address that has no page is not found. */
export default function TitlePage() {
  const page = findContentPage(useLocation().pathname)
  if (!page) return <NotFound />
  return <TitleOnly title={page.title} sentence={page.description} trail={trailTo(page.path)} />
}

/** Home, the pages above this one, and this one. */
function trailTo(path: string): Crumb[] {
  const parts = path.split('/').slice(1)
  const above = parts.slice(0, -1).map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
  const pages = [...above, path].flatMap((at) => findContentPage(at) ?? [])
  return [
    { label: 'Home', to: '/' },
    ...pages.map(({ title, path: to }) => (to === path ? { label: title } : { label: title, to })),
  ]
}
