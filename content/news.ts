import * as z from 'zod/mini'
import { readDocument } from './read-document.ts'

/** One piece of news (spec §3, News item). Its picture is drawn from its id. */
export type NewsItem = {
  id: number
  title: string
  /** YYYY-MM-DD */
  date: string
  description: string
  /** The full text. */
  html: string
}

/** The piece that leads to an article elsewhere instead of unfolding (spec §2, News). */
export const EXTERNAL_NEWS_ID = 0

const Words = z.string().check(z.minLength(1))
const NewsSchema = z.strictObject({
  id: z.int().check(z.nonnegative()),
  title: Words,
  date: z.iso.date(),
  description: Words,
})

/**
 * Reads the files of content/news, text by name, newest first. Throws Error, naming the file, when one
 * is of another shape or takes an id that another file has.
 */
export function readNews(files: Record<string, string>): NewsItem[] {
  const items = new Map<number, NewsItem>()
  for (const [name, text] of Object.entries(files)) {
    const { meta, html } = readDocument(name, text, NewsSchema)
    if (items.has(meta.id)) throw new Error(`${name}: there is another item with id ${meta.id}`)
    items.set(meta.id, { ...meta, html })
  }
  return [...items.values()].sort((a, b) => b.date.localeCompare(a.date) || a.id - b.id)
}
