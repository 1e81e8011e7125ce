import type { ReactNode } from 'react'
import type { Supporter } from '../../content/supporters.ts'
import { SampleRibbon } from '../about/sample-ribbon.tsx'
import { charity } from '../charity.ts'
import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { TestLimits } from '../pages/test-limits.tsx'
import hall from '../ui/art/sign-hall.svg'
import lodge from '../ui/art/sign-lodge.svg'
import talk from '../ui/art/sign-talk.svg'
import works from '../ui/art/sign-works.svg'
import { Wordmark } from '../ui/art/wordmark.tsx'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import type { Route } from './+types/events-overview.ts'
import styles from './events-overview.module.css'

const FREEMASONS_STORY = '/news/patient-journey/martin'

/** Invented, like every name on this site. */
const LODGES: readonly Supporter[] = [
  { name: 'Stour Vale Lodge', kind: 'Essex', sign: 'chevron' },
  { name: 'Orwell Lodge', kind: 'Suffolk', sign: 'sun' },
  { name: 'Fleet Street Lodge', kind: 'London', sign: 'arc' },
]

export const loader = () => contentPage('/events')

export const meta = contentMeta

/** The kinds of events. */
export default function EventsOverview({ loaderData }: Route.ComponentProps) {
  return (
    <Wrap>
      <ContentTitle page={loaderData} />
      <SampleRibbon />
      <div className={styles.page}>
        <Kind id="community" title="Community" sign={hall}>
          <p>
            An evening or a day in a hall that men know: a village hall, a football club, a church
            or a mosque. The host finds the room and spreads the word. We bring the team.
          </p>
          <Ways to="/events/community-screening" about="community events" />
        </Kind>
        <Kind id="freemason" title="Freemasons" sign={lodge}>
          <p>
            Lodges were among the first to invite us, for their members and often for the whole
            town. Some events are private: the lodge gives its men an access code.
          </p>
          <ul className={styles.lodges} aria-label="Lodges that held an event">
            {LODGES.map((one) => (
              <li key={one.name}>
                <Wordmark {...one} />
              </li>
            ))}
          </ul>
          <Ways to={FREEMASONS_STORY} about="events of Freemasons" />
        </Kind>
        <Kind id="corporate" title="Corporate" sign={works}>
          <p>
            A session at work for 40 or more employees, or for smaller groups in London. The
            employer provides the room and the time, but is never told who came or what we found.
          </p>
          <Ways to="/events/corporate-screening" about="events at work" />
        </Kind>
        <Kind id="speaker" title="Speaker requests" sign={talk}>
          <p>
            A talk about men’s health, with both sides of the PSA test and time for questions. Ask
            for a speaker at{' '}
            <a href={`mailto:${charity.speakers_email}`}>{charity.speakers_email}</a>.
          </p>
          <Buttons>
            <ButtonLink kind="quiet" to="/events/seminar-talks">
              Learn more <span className="visually-hidden">about talks</span>
            </ButtonLink>
          </Buttons>
        </Kind>
        <section className={styles.host} aria-labelledby="host-title">
          <h2 id="host-title">Do you have a room, and men who would come?</h2>
          <p>Tell us the date, the venue and how many men you expect.</p>
          <ButtonLink to="/events/host-a-day">Host a day</ButtonLink>
        </section>
        <TestLimits />
      </div>
    </Wrap>
  )
}

type KindProps = { id: string; title: string; sign: string; children: ReactNode }

function Kind({ id, title, sign, children }: KindProps) {
  return (
    <section className={styles.kind} id={id} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <img src={sign} width={88} height={88} alt="" />
        <h2 id={`${id}-title`} className="caps" tabIndex={-1}>
          {title}
        </h2>
      </div>
      <div className="stack-roomy">{children}</div>
    </section>
  )
}

function Ways({ to, about }: { to: string; about: string }) {
  return (
    <Buttons>
      <ButtonLink kind="quiet" to={to}>
        Learn more <span className="visually-hidden">about {about}</span>
      </ButtonLink>
      <ButtonLink to="/book-event-main">
        Book an event<span className="visually-hidden">, from the list of all events</span>
      </ButtonLink>
    </Buttons>
  )
}
