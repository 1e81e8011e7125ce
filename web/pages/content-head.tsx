import type { ReactNode } from 'react'
import type { MetaDescriptor } from 'react-router'
import { pageMeta } from '../page-meta.ts'
import { PageTitle } from '../ui/page-title.tsx'
import type { PageHead } from './content-page.server.ts'

type Loaded = PageHead | { page: PageHead }

/** Empty when the loader failed. */
export function contentMeta({ loaderData }: { loaderData?: Loaded | undefined }): MetaDescriptor[] {
  if (!loaderData) return []
  return pageMeta('page' in loaderData ? loaderData.page : loaderData)
}

export function ContentTitle({ page, lede }: { page: PageHead; lede?: ReactNode }) {
  return (
    <PageTitle trail={page.trail} lede={lede ?? page.description}>
      {page.title}
    </PageTitle>
  )
}
