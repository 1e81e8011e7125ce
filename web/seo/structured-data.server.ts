import type { StaticHandlerContext } from 'react-router'
import { findContentPage } from '../../content/pages.ts'
import type { loader as eventLoader } from '../events/event.tsx'
import { eventData } from '../events/event-data.server.ts'
import { articleData } from '../hub/article-data.server.ts'
import { ARTICLES } from '../hub/articles.server.ts'
import type { loader as newsLoader } from '../news/news.tsx'
import { newsData, storyData } from '../news/news-data.server.ts'
import { STORIES } from '../news/stories.server.ts'
import { organisation, website } from './organisation.server.ts'
import type { Thing } from './thing.ts'

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
  if (article) return [articleData(article)]

  const story = STORIES.find(({ id }) => page?.path === `/news/patient-journey/${id}`)
  if (story && page) return [storyData(page, story.published)]

  const news: Loaded<typeof newsLoader> = loaded['/news']
  if (news) return [newsData(news.head, news.items)]

  const found: Loaded<typeof eventLoader> = loaded['events/event']
  return found ? [eventData(found.event)] : []
}
