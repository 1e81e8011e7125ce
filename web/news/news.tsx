import { Link } from 'react-router'
import { pageMeta, siteAddress } from '../page-meta.ts'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/news.ts'
import { ArchiveFilter } from './archive-filter.tsx'
import styles from './news.module.css'
import { loadNews } from './news.server.ts'
import { newsHead } from './news-data.server.ts'
import { NewsList } from './news-list.tsx'

const PATH = '/news'

export function loader({ request, context }: Route.LoaderArgs) {
  const news = loadNews(request, context)
  return { ...news, head: newsHead(PATH, news) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { head } = loaderData
  return [
    ...pageMeta(head),
    { tagName: 'link', rel: 'canonical', href: siteAddress(head.path) },
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', href: '/news.xml' },
  ]
}

export default function News({ loaderData }: Route.ComponentProps) {
  const { archive, choices } = loaderData
  return (
    <Wrap>
      <div className={styles.top}>
        <PageTitle trail={[{ label: 'Home', to: '/' }, { label: 'News' }]}>Latest news</PageTitle>
        <ArchiveFilter path={PATH} archive={archive} choices={choices} />
      </div>
      <NewsList news={loaderData} path={PATH} level={2} />
      <p className={styles.feed}>
        <Link to="/newsletters">Read our past newsletters</Link>
        <a href="/news.xml">Follow our news with a feed reader (RSS)</a>
      </p>
    </Wrap>
  )
}
