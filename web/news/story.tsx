import { data } from 'react-router'
import { longDate } from '../../domain/uk-time.ts'
import { charity, telephoneLink } from '../charity.ts'
import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { Split, Wrap } from '../ui/layout.tsx'
import { Prose } from '../ui/prose.tsx'
import type { Route } from './+types/story.ts'
import { STORIES } from './stories.server.ts'
import styles from './story.module.css'
import { STORY_PICTURES } from './story-pictures.ts'

/** One story with its page; 404 for any other name. */
export function loader({ params }: Route.LoaderArgs) {
  const story = STORIES.find(({ id }) => id === params.id)
  if (!story) throw data(null, 404)
  const page = contentPage(`/news/patient-journey/${story.id}`)
  return { story, page, publishedOn: longDate(story.published) }
}

export const meta = contentMeta

export default function StoryPage({ loaderData }: Route.ComponentProps) {
  const { story, page, publishedOn } = loaderData
  return (
    <Wrap>
      <ContentTitle page={page} />
      <div className={styles.story}>
        <Split>
          <figure className={styles.picture}>
            <img src={STORY_PICTURES[story.picture]} width={560} height={560} alt="" />
            <figcaption>{story.caption}</figcaption>
          </figure>
          <div className={styles.panel}>
            <Prose html={story.html} />
            <p className="small">
              This story is an example: nobody in it is real. A PSA test can miss a cancer and can
              raise a false alarm. The UK National Screening Committee does not recommend PSA
              screening for all men.
            </p>
            <p className="small">
              Published on <time dateTime={story.published}>{publishedOn}</time>.
            </p>
            {story.contact && <Contact />}
            {story.resources.length > 0 && <Resources resources={story.resources} />}
          </div>
        </Split>
      </div>
    </Wrap>
  )
}

function Contact() {
  const { booking_helpline, helpline_hours, email } = charity
  return (
    <section aria-labelledby="contact">
      <h2 id="contact">Contact us</h2>
      <p>
        Booking helpline: <a href={telephoneLink('booking_helpline')}>{booking_helpline}</a>,{' '}
        {helpline_hours}
      </p>
      <p>
        Email: <a href={`mailto:${email}`}>{email}</a>
      </p>
    </section>
  )
}

function Resources({ resources }: { resources: { title: string; href: string }[] }) {
  return (
    <section aria-labelledby="resources">
      <h2 id="resources">Additional Resources</h2>
      <ul>
        {resources.map(({ title, href }) => (
          <li key={href}>
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
