import type { RouterContextProvider } from 'react-router'
import { EXTERNAL_NEWS_ID, readNews } from '../../content/news.ts'
import { ARCHIVE_MONTHS } from '../../content/news-archive.ts'
import { externalNews } from './external-news.ts'
import { drawCover } from './news-cover.server.ts'
import { archiveChoices, newsAddress, newsDate, pageOfNews, readNewsQuery } from './news-query.ts'

const NEWS = readNews(
  import.meta.glob<string>('../../content/news/*.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

/** The specification's months and every month that has an item. */
const MONTHS = [...ARCHIVE_MONTHS, ...NEWS.map(({ date }) => date.slice(0, 7))]

export function loadNews(request: Request, context: Readonly<RouterContextProvider>) {
  const page = pageOfNews(NEWS, readNewsQuery(new URL(request.url).searchParams))
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
