import type { MetaArgs } from 'react-router'
import { useLocation } from 'react-router'
import { findContentPage } from '../../content/pages.ts'
import NotFound, { meta as notFoundMeta } from '../not-found.tsx'
import { pageMeta } from '../page-meta.ts'
import { TitleOnly } from './title-only.tsx'

export function meta({ location }: MetaArgs) {
  const page = findContentPage(location.pathname)
  return page ? pageMeta(page) : notFoundMeta()
}

/** A content page that shows its title for now; an address that has no page is not found. */
export default function TitlePage() {
  const page = findContentPage(useLocation().pathname)
  if (!page) return <NotFound />
  return <TitleOnly title={page.title} sentence={page.description} />
}
