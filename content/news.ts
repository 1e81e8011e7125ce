import * as z from 'zod/mini'
import { readDocument } from './read-document.ts'

/** A news item. Its picture is drawn from its id. */
type NewsItem = {
  id: number
  title: string
  /** YYYY-MM-DD */
  date: string
  description: string
  html: string
}

/** The item that links to an external article instead of expanding. */
export const EXTERNAL_NEWS_ID = 0

const RequiredText = z.string().check(z.minLength(1))
const NewsSchema = z.strictObject({
  id: z.int().check(z.nonnegative()),
  title: RequiredText,
  date: z.iso.date(),
  description: RequiredText,
})

/** Newest first. Throws Error for invalid front matter or a duplicate id. */
export function readNews(files: Record<string, string>): NewsItem[] {
  const items = new Map<number, NewsItem>()
  for (const [name, text] of Object.entries(files)) {
    const { meta, html } = readDocument(name, text, NewsSchema)
    if (items.has(meta.id)) throw new Error(`${name}: there is another item with id ${meta.id}`)
    items.set(meta.id, { ...meta, html })
  }
  return [...items.values()].sort((a, b) => b.date.localeCompare(a.date) || a.id - b.id)
}
