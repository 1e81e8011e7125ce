import { Link } from 'react-router'
import { dayInWords } from '../../domain/uk-time.ts'
import { get } from '../api.ts'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { pageMeta } from '../page-meta.ts'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/past-newsletters.ts'
import styles from './past-newsletters.module.css'

const TRAIL = [
  { label: 'Home', to: '/' },
  { label: 'News', to: '/news' },
  { label: 'Past newsletters' },
]

export function loader({ context }: Route.LoaderArgs) {
  return get(context, 'GET /api/newsletters')
}

export function meta() {
  return pageMeta({
    title: 'Past newsletters',
    description: 'The newsletters that we have sent to our subscribers, the newest first.',
  })
}

export default function PastNewsletters({ loaderData: { newsletters } }: Route.ComponentProps) {
  return (
    <Wrap>
      <PageTitle
        trail={TRAIL}
        lede="What we have sent to our subscribers, the newest first. To get the next one by email, subscribe below."
      >
        Past newsletters
      </PageTitle>
      {newsletters.length === 0 ? (
        <p>We have not sent a newsletter yet.</p>
      ) : (
        <ul className={styles.list}>
          {newsletters.map(({ id, subject, sent_on: day }) => (
            <li key={id}>
              <Link to={`/newsletters/${id}`}>{subject}</Link>
              <time dateTime={day}>{dayInWords(day)}</time>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.how}>
        We write about once a month: what our events found, where the next ones are and who made
        them possible. Everybody who subscribes gets the same email, and each has a link to
        unsubscribe. We do not pass your address to anybody who would write to you, and we do not
        count who opens our emails.
      </p>
    </Wrap>
  )
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Past newsletters" what="our past newsletters" />
}
