import type { StaticHandlerContext } from 'react-router'
import { findContentPage } from '../../content/pages.ts'
import { eventData } from '../events/event-data.server.ts'
import { ARTICLES } from '../hub/articles.server.ts'
import type { loader as newsLoader } from '../news/news.tsx'
import { newsData } from '../news/news-data.server.ts'
import { STORIES } from '../news/stories.server.ts'
import { siteAddress } from '../page-meta.ts'
import type { PageHead } from '../pages/content-page.server.ts'
import { previewAddress } from '../seo/link-preview.server.tsx'
import { organisation, publisher, website } from '../seo/organisation.server.ts'
import type { Thing } from '../seo/thing.ts'
import type { loader as eventLoader } from './event.tsx'

type Loaded<T extends (...given: never[]) => unknown> = Awaited<ReturnType<T>> | undefined

/** Empty for most pages. */
export function structuredDataOf(
  pathname: string,
  loaded: StaticHandlerContext['loaderData'],
): readonly Thing[] {
  const page = findContentPage(pathname)
  if (pathname === '/') return [website(), organisation()]
  if (page?.path === '/about-us') return [organisation()]

  const article = ARTICLES.find(({ path }) => path === page?.path)
  if (article)
    return [
      articleData(article, { datePublished: article.reviewed, dateModified: article.reviewed }),
    ]

  const story = STORIES.find(({ id }) => page?.path === `/news/patient-journey/${id}`)
  if (story && page) return [articleData(page, { datePublished: story.published })]

  const news: Loaded<typeof newsLoader> = loaded['/news']
  if (news) return [newsData(news.head, news.items)]

  const found: Loaded<typeof eventLoader> = loaded['event/event']
  return found ? [eventData(found.event)] : []
}

type Head = Pick<PageHead, 'path' | 'title' | 'description'>

/** schema.org/Article. The author is the charity, because the people in stories are invented. */
function articleData(
  { path, title, description }: Head,
  dates: { datePublished: string; dateModified?: string },
): Thing {
  return {
    '@type': 'Article',
    headline: title,
    description,
    url: siteAddress(path),
    mainEntityOfPage: siteAddress(path),
    image: previewAddress(path),
    inLanguage: 'en-GB',
    ...dates,
    author: publisher,
    publisher,
  }
}
