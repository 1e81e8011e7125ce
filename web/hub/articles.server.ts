import * as z from 'zod/mini'
import { findContentPage } from '../../content/pages.ts'
import { type Part, partsOf, readDocument } from '../../content/read-document.ts'
import { longDate } from '../../domain/uk-time.ts'
import { contentPage, type PageHead } from '../pages/content-page.server.ts'
import { publishedText } from '../pages/published-text.server.ts'
import { DRAWINGS, type Drawing } from './drawing-names.ts'

const FILES = import.meta.glob<string>('../../content/articles/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const WORDS_A_MINUTE = 200

const shape = z.strictObject({
  path: z.string(),
  reviewed: z.iso.date(),
  /** Drawings by the id of the heading whose section they end. */
  pictures: z.optional(z.record(z.string(), z.enum(DRAWINGS))),
  related: z.array(z.string()).check(z.minLength(1)),
  sources: z.array(z.string()).check(z.minLength(1)),
})

type ArticleSection = Part & { picture?: Drawing }

export type Article = PageHead & {
  /** Day of the last review, YYYY-MM-DD. */
  reviewed: string
  /** The same in words. */
  reviewedOn: string
  sections: ArticleSection[]
  related: { title: string; path: string }[]
  sources: string[]
  minutes: number
  isApproved: boolean
}

/** Throws Error naming the file when an article is invalid. */
export const ARTICLES: readonly Article[] = Object.entries(FILES).map(([file, written]) => {
  const { text, isApproved } = publishedText(file, written)
  const { meta, html } = readDocument(file, text, shape)
  const { pictures = {}, reviewed, sources } = meta
  const reviewedOn = longDate(reviewed)
  const sections = partsOf(file, html).map((section) => {
    const picture = pictures[section.id]
    return picture ? { ...section, picture } : section
  })
  const missing = Object.keys(pictures).filter((id) => !sections.some((one) => one.id === id))
  if (missing.length > 0) throw new Error(`${file} has no heading ${missing.join(', ')}`)
  const minutes = Math.ceil(wordsIn(html) / WORDS_A_MINUTE)
  const related = meta.related.map((path) => {
    const page = findContentPage(path)
    if (!page) throw new Error(`${file}: no page ${path}`)
    return { title: page.title, path }
  })
  const dates = { reviewed, reviewedOn }
  return { ...contentPage(meta.path), ...dates, sections, related, sources, minutes, isApproved }
})

/** Paths of the articles that nobody has ever approved. */
export const UNAPPROVED_ARTICLES: readonly string[] = ARTICLES.filter(
  ({ isApproved }) => !isApproved,
).map(({ path }) => path)

/** With or without a trailing slash. */
export function findArticle(pathname: string): Article | undefined {
  const path = findContentPage(pathname)?.path
  return ARTICLES.find((one) => one.path === path)
}

/** Throws Error when there is none, which stops the build. */
export function articleAt(pathname: string): Article {
  const article = findArticle(pathname)
  if (!article) throw new Error(`content/articles has none for ${pathname}`)
  return article
}

export function wordsIn(html: string): number {
  return html.replace(/<[^>]+>/g, ' ').match(/[\p{L}\d][^\s]*/gu)?.length ?? 0
}
