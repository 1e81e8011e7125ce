import { data } from 'react-router'
import { findContentPage } from '../../content/pages.ts'
import { charity } from '../charity.ts'
import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { TestLimits } from '../pages/test-limits.tsx'
import hall from '../ui/art/place-hall.svg'
import talk from '../ui/art/place-talk.svg'
import works from '../ui/art/place-works.svg'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Split, Wrap } from '../ui/layout.tsx'
import { Prose } from '../ui/prose.tsx'
import type { Route } from './+types/for-hosts.ts'
import { readScreening } from './read-screening.server.ts'
import styles from './screening.module.css'
import { ShortFacts } from './short-facts.tsx'

const PLACES: Record<string, string> = {
  'community-screening': hall,
  'corporate-screening': works,
  'seminar-talks': talk,
}

export function loader({ params: { kind } }: Route.LoaderArgs) {
  const path = `/events/${kind}`
  if (!findContentPage(path)) throw data(null, 404)
  const { meta, html } = readScreening(kind)
  return { page: contentPage(path), ...meta, html, kind }
}

export const meta = contentMeta

export default function ForHosts({ loaderData }: Route.ComponentProps) {
  const { page, facts, html, kind } = loaderData
  const isTalk = kind === 'seminar-talks'
  const email = isTalk ? charity.speakers_email : charity.email
  return (
    <Wrap>
      <ContentTitle page={page} />
      <div className={styles.page}>
        <Split>
          <div className={styles.side}>
            <img src={PLACES[kind]} width={560} height={360} alt="" />
            <ShortFacts facts={facts} />
          </div>
          <div className="stack-roomy">
            <Prose html={html} />
            <Buttons>
              {isTalk ? (
                <ButtonLink to={`mailto:${email}`} icon="envelope-simple">
                  Write to us
                </ButtonLink>
              ) : (
                <ButtonLink to="/events/host-a-day">Host a day</ButtonLink>
              )}
              <ButtonLink kind="quiet" to="/book-event-main">
                Find an event to attend
              </ButtonLink>
            </Buttons>
            <p>
              {isTalk ? 'Speaker requests' : 'Requests'}: <a href={`mailto:${email}`}>{email}</a>
            </p>
            <TestLimits />
          </div>
        </Split>
      </div>
    </Wrap>
  )
}
