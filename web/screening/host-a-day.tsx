import { PAYERS } from '../../domain/host-request.ts'
import { filledForm } from '../about/filled-form.ts'
import { pageMeta } from '../page-meta.ts'
import { ContentTitle } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import hall from '../ui/art/place-hall.svg'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Split, Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { Prose } from '../ui/prose.tsx'
import type { Route } from './+types/host-a-day.ts'
import { HostForm } from './host-form.tsx'
import { readScreening } from './read-screening.server.ts'
import styles from './screening.module.css'
import { ShortFacts } from './short-facts.tsx'

export function loader({ url, context }: Route.LoaderArgs) {
  const { meta, html } = readScreening('host-a-day')
  return {
    page: contentPage('/events/host-a-day'),
    facts: meta.facts,
    html,
    payers: Object.entries(PAYERS).map(([value, label]) => ({ value, label })),
    filled: context.get(filledForm),
    isSent: url.searchParams.has('sent'),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { page, filled } = loaderData
  const hasErrors = (filled?.errors.length ?? 0) > 0
  return pageMeta(hasErrors ? { ...page, title: `Error: ${page.title}` } : page)
}

/** A form for hosts, sent as a page so that it needs no script. */
export default function HostADay({ loaderData }: Route.ComponentProps) {
  const { page, facts, html, payers, filled, isSent } = loaderData
  return (
    <Wrap>
      <ContentTitle page={page} />
      <div className={styles.page}>
        {/* Without the facts: on a phone they would stand before what was wrong, or the thanks. */}
        {isSent && <Thanks />}
        {!isSent && filled && <HostForm filled={filled} payers={payers} />}
        {!isSent && !filled && (
          <Split>
            <div className={styles.side}>
              <img src={hall} width={560} height={360} alt="" />
              <ShortFacts facts={facts} />
            </div>
            <div className="stack-roomy">
              <Prose html={html} />
              <HostForm filled={null} payers={payers} />
            </div>
          </Split>
        )}
      </div>
    </Wrap>
  )
}

function Thanks() {
  return (
    <div className="stack-roomy">
      <div role="status">
        <Notice icon="check-circle">
          <p>Thank you. We have your request and a member of our team will reply.</p>
        </Notice>
      </div>
      <Buttons>
        <ButtonLink kind="quiet" to="/chaps-screening-event">
          See what happens on the day
        </ButtonLink>
        <ButtonLink kind="quiet" to="/book-event-main">
          See upcoming events
        </ButtonLink>
      </Buttons>
    </div>
  )
}
