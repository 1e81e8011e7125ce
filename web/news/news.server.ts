import type { RouterContextProvider } from 'react-router'
import { EXTERNAL_NEWS_ID, readNews } from '../../content/news.ts'
import { ARCHIVE_MONTHS } from '../../content/news-archive.ts'
import { externalNews } from './external-news.ts'
import { drawCover } from './news-cover.server.ts'
import {
  archiveChoices,
  type NewsQuery,
  newsAddress,
  newsDate,
  pageOfNews,
  readNewsQuery,
} from './news-query.ts'

const NEWS = readNews(
  import.meta.glob<string>('../../content/news/*.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

/** The specification's months and every month that has an item. */
const MONTHS = [...ARCHIVE_MONTHS, ...NEWS.map(({ date }) => date.slice(0, 7))]

/** The month and the page that an address shows; a month before or after all news is none. */
export function readNewsFilters(query: URLSearchParams): NewsQuery {
  const { archive, page } = readNewsQuery(query)
  const known = { archive: isWithinNews(archive) ? archive : '', page }
  return { archive: known.archive, page: pageOfNews(NEWS, known).page }
}

function isWithinNews(month: string): boolean {
  return MONTHS.some((known) => known <= month) && MONTHS.some((known) => known >= month)
}

export function loadNews(request: Request, context: Readonly<RouterContextProvider>) {
  const page = pageOfNews(NEWS, readNewsFilters(new URL(request.url).searchParams))
  const items = page.items.map((item) => ({
    ...item,
    dateLabel: newsDate(item.date),
    cover: drawCover(item.id),
    elsewhere: item.id === EXTERNAL_NEWS_ID ? context.get(externalNews) : null,
  }))
  return { ...page, items, choices: archiveChoices([...MONTHS, page.archive]) }
}

export type LoadedNews = ReturnType<typeof loadNews>
export type LoadedItem = LoadedNews['items'][number]

/** For the feed. */
export const newsItems = NEWS.map(({ id, title, date, description }) => ({
  id,
  title,
  date,
  description,
  path:
    id === EXTERNAL_NEWS_ID
      ? null
      : `${newsAddress('/news', { archive: date.slice(0, 7), page: 1 })}#news-${id}`,
}))
