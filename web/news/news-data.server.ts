import { EXTERNAL_NEWS_ID } from '../../content/news.ts'
import { siteAddress } from '../page-meta.ts'
import { contentPage, type PageHead } from '../pages/content-page.server.ts'
import { previewAddress } from '../seo/link-preview.server.tsx'
import { publisher } from '../seo/organisation.server.ts'
import type { Thing } from '../seo/thing.ts'
import { monthLabel, type NewsPage, newsAddress } from './news-query.ts'

type Head = Pick<PageHead, 'path' | 'title' | 'description'>
type Item = { id: number; title: string; date: string; description: string }

export function newsHead(path: string, news: Omit<NewsPage<unknown>, 'items'>): Head {
  const { title, description } = contentPage(path)
  const { archive, page, pages } = news
  const month = archive === '' ? '' : ` of ${monthLabel(archive)}`
  const part = page > 1 ? ` (page ${page} of ${pages})` : ''
  return {
    path: newsAddress(path, news),
    title: title + month + part,
    description:
      month + part === '' ? description : `${description} This page lists the news${month}${part}.`,
  }
}

export function newsData({ path, title }: Head, items: readonly Item[]): Thing {
  return {
    '@type': 'CollectionPage',
    name: title,
    url: siteAddress(path),
    inLanguage: 'en-GB',
    publisher,
    hasPart: items
      .filter(({ id }) => id !== EXTERNAL_NEWS_ID)
      .map((item) => newsArticle(path, item)),
  }
}

function newsArticle(path: string, { id, title, date, description }: Item): Thing {
  return {
    '@type': 'NewsArticle',
    headline: title,
    description,
    url: siteAddress(`${path}#news-${id}`),
    image: previewAddress('/news'),
    datePublished: date,
    author: publisher,
    publisher,
  }
}
