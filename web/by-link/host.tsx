import { useState } from 'react'
import { COUNTED_WORDS, OUTCOMES } from '../../domain/figures.ts'
import type { HostPage } from '../../domain/host-schemas.ts'
import { pounds } from '../../domain/money.ts'
import { longDate } from '../../domain/uk-time.ts'
import { ApiError, send } from '../api.ts'
import { Day } from '../booking/day-box.tsx'
import { Helpline } from '../events/helpline.tsx'
import { fetchFile, saveFile } from '../files.ts'
import { reportClientError } from '../report-error.ts'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './by-link.module.css'

export async function loadHostPage(key: string) {
  const page = await send('POST /api/host', { body: { key } })
  return { screen: <Host linkKey={key} page={page} /> }
}

function Host({ linkKey, page }: { linkKey: string; page: HostPage }) {
  const { state, places, share, summary } = page
  return (
    <Wrap>
      <PageTitle lede="For the host of this event. It shows numbers only, never names or results.">
        Your event
      </PageTitle>
      <div className={styles.page}>
        <Day date={page.date}>
          {page.event_name}
          <br />
          {page.start_time} to {page.end_time}
          {page.place && `, ${page.place}`}
        </Day>
        {state === 'cancelled' && (
          <Notice tone="warn" title="This event is cancelled">
            <p>We have told everybody who had booked.</p>
          </Notice>
        )}
        {places && <Places {...places} />}
        {share && <Share share={share} isOver={state === 'over'} />}
        {summary && <Summary summary={summary} />}
        {state === 'coming' && <Poster linkKey={linkKey} page={page} />}
        <p>
          This page works until {longDate(page.works_until)}. Questions? Call <Helpline />.
        </p>
      </div>
    </Wrap>
  )
}

function Places(places: NonNullable<HostPage['places']>) {
  const { all, booked, kept_back: keptBack, kept_back_booked: claimed } = places
  return (
    <section aria-labelledby="places" className={styles.later}>
      <h2 id="places">Places</h2>
      <Facts>
        <Fact term="Booked">
          {booked} of {all}
        </Fact>
        {keptBack > 0 && (
          <Fact term="Reserved for you">
            {keptBack}, of which {claimed} claimed
          </Fact>
        )}
        {places.release_on !== null && (
          <Fact term={places.is_released ? 'Released' : 'Release'}>
            {places.is_released
              ? `Unclaimed places have been open to everybody since ${longDate(places.release_on ?? '')}.`
              : `Unclaimed places will open to everybody on ${longDate(places.release_on ?? '')}.`}
          </Fact>
        )}
      </Facts>
      {keptBack > claimed && !places.is_released && (
        <p>
          To claim one of your reserved places, call <Helpline />.
        </p>
      )}
    </section>
  )
}

type ShareProps = { share: NonNullable<HostPage['share']>; isOver: boolean }

function Share({ share, isOver }: ShareProps) {
  return (
    <section aria-labelledby="share" className={styles.later}>
      <h2 id="share">Your share of the price</h2>
      <p>
        {share.each_pence > 0 &&
          `You pay ${pounds(share.each_pence)} for each person who has booked, and they pay the rest. `}
        {!isOver && 'The total will change as people book and cancel.'}
      </p>
      <Facts>
        {share.lines.map(({ pence, appointments }) => (
          <Fact key={pence} term={`At ${pounds(pence)} each`}>
            {appointments === 1 ? '1 member' : `${appointments} members`},{' '}
            {pounds(pence * appointments)}
          </Fact>
        ))}
        <Fact term={isOver ? 'To pay' : 'So far'}>{pounds(share.owed_pence)}</Fact>
      </Facts>
    </section>
  )
}

function Poster({ linkKey: key, page }: { linkKey: string; page: HostPage }) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function save() {
    setPending(true)
    setProblem(null)
    try {
      const poster = await fetchFile('POST /api/host/poster', { body: { key } })
      saveFile(poster, `poster-${page.event_id}.pdf`)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Please try again.')
      reportClientError('Failed to make the poster', error)
    }
    setPending(false)
  }

  return (
    <section aria-labelledby="poster" className={styles.later}>
      <h2 id="poster">Tell people</h2>
      <p>An A4 poster to print, with a QR code that opens the page where people book.</p>
      {problem && (
        <Notice tone="warn" role="alert" title="The poster could not be made">
          <p>{problem}</p>
        </Notice>
      )}
      <Buttons>
        <Button pending={isPending} onClick={() => void save()}>
          Download the poster (PDF)
        </Button>
        <ButtonLink kind="quiet" to={`/event/${page.event_id}`}>
          Open the page of the event
        </ButtonLink>
      </Buttons>
    </section>
  )
}

function Summary({ summary }: { summary: NonNullable<HostPage['summary']> }) {
  const { booked, came, tested, outcomes } = summary
  return (
    <section aria-labelledby="summary" className={styles.later}>
      <h2 id="summary">How the day went</h2>
      {booked === null ? (
        <p>Too few people booked for us to show numbers without identifying someone.</p>
      ) : (
        <>
          <Facts>
            <Fact term="Booked">{about(booked)}</Fact>
            <Fact term="Came">{about(came)}</Fact>
            <Fact term="Tested">{about(tested)}</Fact>
            {outcomes &&
              OUTCOMES.map((one) => (
                <Fact key={one} term={COUNTED_WORDS[one]}>
                  {about(outcomes[one])}
                </Fact>
              ))}
          </Facts>
          <p>
            Numbers are rounded to the nearest 5, and numbers below 8 are hidden, so that nobody can
            be identified.
            {!outcomes &&
              ' We count the results four weeks after the event, once we have them all, and only if nobody could work out one man’s result.'}
          </p>
        </>
      )}
    </section>
  )
}

function about(count: number | null): string {
  return count === null ? 'Fewer than 8' : `About ${count}`
}
