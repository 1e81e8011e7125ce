import { type ContentPage, findContentPage } from '../../content/pages.ts'
import type { Crumb } from '../ui/server-head.ts'

export type PageHead = ContentPage & { trail: Crumb[] }

/** Throws Error when content/pages.ts has no such page, which stops the build. */
export function contentPage(path: string): PageHead {
  const page = findContentPage(path)
  if (!page) throw new Error(`content/pages.ts has no page ${path}`)
  const parts = page.path.split('/').slice(1, -1)
  const above = parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
  const crumbs = above.flatMap((to) => {
    const one = findContentPage(to)
    return one ? [{ label: one.title, to }] : []
  })
  return { ...page, trail: [{ label: 'Home', to: '/' }, ...crumbs, { label: page.title }] }
}
