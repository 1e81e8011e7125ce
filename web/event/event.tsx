import { isRouteErrorResponse, useRouteError } from 'react-router'
import { mayBeginFor } from '../../domain/begin-for-another.ts'
import type { CharityEvent } from '../../domain/contract.ts'
import { eventLabel } from '../../domain/events.ts'
import { longDate } from '../../domain/uk-time.ts'
import { venueInWords } from '../../domain/venue-facts.ts'
import { ApiError, get } from '../api.ts'
import { BeforeYouBook } from '../events/before-you-book.tsx'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import styles from '../events/event.module.css'
import { EventFacts } from '../events/event-facts.tsx'
import { eventLinks } from '../events/event-links.server.ts'
import { EventNotFound } from '../events/event-not-found.tsx'
import { placeInWords, timesInWords } from '../events/event-text.ts'
import { InTheDaysBefore } from '../events/in-the-days-before.tsx'
import { kindInWords } from '../events/kind-of-event.server.ts'
import { EventMapSection } from '../events/map-of-event.tsx'
import { openOnDevice } from '../events/own-links.ts'
import { ownWarning } from '../events/own-warning.ts'
import { warningsOf } from '../events/warnings.server.ts'
import { waysToBook } from '../events/way-to-book.ts'
import { mapTiles } from '../map/tiles.ts'
import { pageMeta, SITE_NAME } from '../page-meta.ts'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/event.ts'
import { BookingPanel } from './booking-panel.tsx'

/** `now` is the time of the response, in ms. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { event } = await get(context, 'GET /api/events/:id', { params: { id: params.id } })
  const lede = `${longDate(event.event_date)}, ${timesInWords(event)}. ${placeInWords(event)}`
  const now = Date.now()
  return {
    event,
    ways: waysToBook(event, eventLabel(event, new Date(now))),
    mayBegin: mayBeginFor(event, new Date(now)),
    kind: kindInWords(event),
    venue: venueInWords(event.venue),
    warnings: warningsOf(event, context.get(ownWarning)),
    links: eventLinks(event),
    lede,
    now,
    tiles: context.get(mapTiles),
  }
}

function headOf(event: CharityEvent): { title: string; description: string } {
  const { event_name, city, product_name } = event
  const day = longDate(event.event_date)
  return {
    title: `${event_name}, ${day}`,
    description: `${event_name} in ${city ?? 'the United Kingdom'} on ${day}: ${product_name}, times, price, spaces left and what to know before you book.`,
  }
}

export function meta({ loaderData, error }: Route.MetaArgs) {
  if (!loaderData) {
    const title = isMissing(error) ? 'Event not found' : 'Something went wrong'
    return [{ title: `${title} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
  }
  return pageMeta(headOf(loaderData.event))
}

/** The page of one event (rules §1.8). */
export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { event, kind, tiles } = loaderData
  const now = new Date(loaderData.now)
  return (
    <Wrap>
      <PageTitle
        trail={[
          { label: 'Home', to: '/' },
          { label: 'Events', to: '/book-event-main' },
          { label: event.event_name },
        ]}
        lede={loaderData.lede}
      >
        {event.event_name}
      </PageTitle>
      {event.is_cancelled && (
        <Notice tone="warn" title="This event is cancelled">
          <p>Please do not come. If you had booked, we have told you how you get any money back.</p>
        </Notice>
      )}
      <div className={styles.page}>
        <div className={styles.panel}>
          <BookingPanel
            event={event}
            now={now}
            ways={loaderData.ways}
            mayBegin={loaderData.mayBegin}
          />
        </div>
        <div className={styles.facts}>
          {event.event_description && <p className={styles.about}>{event.event_description}</p>}
          <EventFacts event={event} now={now} kind={kind} venue={loaderData.venue} />
          <p key={event.event_id} className={styles.links} ref={enhance}>
            {loaderData.links.map(({ href, label }) => (
              <a key={label} href={href}>
                {label}
              </a>
            ))}
          </p>
          <EventMapSection event={event} tiles={tiles} />
        </div>
        <div className={styles.more}>
          <BeforeYouBook warnings={loaderData.warnings} />
          <InTheDaysBefore />
        </div>
      </div>
    </Wrap>
  )
}

/** Without scripts, the links work as they are. */
function enhance(links: HTMLElement | null) {
  if (links) openOnDevice(links)
}

export function ErrorBoundary() {
  const error = useRouteError()
  return isMissing(error) ? <EventNotFound /> : <CouldNotLoad title="Event" what="this event" />
}

function isMissing(error: unknown): boolean {
  return (isRouteErrorResponse(error) || error instanceof ApiError) && error.status === 404
}
