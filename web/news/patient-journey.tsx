import { Link } from 'react-router'
import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { Section, Wrap } from '../ui/layout.tsx'
import type { Route } from './+types/patient-journey.ts'
import { ArchiveFilter } from './archive-filter.tsx'
import { loadNews } from './news.server.ts'
import { NewsList } from './news-list.tsx'
import styles from './patient-journey.module.css'
import { STORIES } from './stories.server.ts'
import { STORY_PICTURES } from './story-pictures.ts'

const PATH = '/news/patient-journey'
const NEWS_ID = 'recent-news'

export function loader({ request, context }: Route.LoaderArgs) {
  const stories = STORIES.map(({ id, picture }) => ({ ...contentPage(`${PATH}/${id}`), picture }))
  return { page: contentPage(PATH), stories, news: loadNews(request, context) }
}

export const meta = contentMeta

export default function PatientJourney({ loaderData }: Route.ComponentProps) {
  const { page, stories, news } = loaderData
  const { archive, choices } = news
  const anchor = `#${NEWS_ID}`
  return (
    <>
      <Wrap>
        <ContentTitle
          page={page}
          lede="Three ways a PSA test can turn out. The stories are examples: the men in them are not real."
        />
        <div className={styles.stories}>
          {stories.map(({ path, title, description, picture }) => (
            <article key={path}>
              <img src={STORY_PICTURES[picture]} width={560} height={560} alt="" />
              <h2>{title}</h2>
              <p>{description}</p>
              <Link to={path}>
                Read more<span className="visually-hidden"> about {title}</span>
              </Link>
            </article>
          ))}
        </div>
      </Wrap>
      <Section
        id={NEWS_ID}
        title="Recent news"
        caps
        aside={<ArchiveFilter path={PATH} anchor={anchor} archive={archive} choices={choices} />}
      >
        <NewsList news={news} path={PATH} anchor={anchor} level={3} />
      </Section>
    </>
  )
}
