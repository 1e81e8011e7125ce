import type { ReactNode } from 'react'
import type { MetaDescriptor } from 'react-router'
import { pageMeta } from '../page-meta.ts'
import { PageTitle } from '../ui/page-title.tsx'
import type { PageHead } from './content-page.server.ts'

type Loaded = PageHead | { page: PageHead }

/** `meta` of a content page whose loader gives its head, alone or as `page`; none where that failed. */
export function contentMeta({ loaderData }: { loaderData?: Loaded | undefined }): MetaDescriptor[] {
  if (!loaderData) return []
  return pageMeta('page' in loaderData ? loaderData.page : loaderData)
}

/** The head of a content page: the way to it, its title, and its description unless `lede` is given. */
export function ContentTitle({ page, lede }: { page: PageHead; lede?: ReactNode }) {
  return (
    <PageTitle trail={page.trail} lede={lede ?? page.description}>
      {page.title}
    </PageTitle>
  )
}
