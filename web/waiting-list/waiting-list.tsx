import { redirect, useRouteError } from 'react-router'
import type { CharityEvent } from '../../domain/contract.ts'
import { withFrom } from '../account/return-path.ts'
import { ApiError, get } from '../api.ts'
import { DayBox } from '../booking/day-box.tsx'
import { NeedsScript } from '../booking/needs-script.tsx'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { EventNotFound } from '../events/event-not-found.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { requireMember } from '../session.ts'
import { isSignedIn } from '../signed-in.ts'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/waiting-list.ts'
import { HowItWorks } from './how-it-works.tsx'
import { MyWait } from './my-wait.tsx'
import styles from './waiting-list.module.css'

export function meta() {
  return [{ title: `Waiting list – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const id = new URL(request.url).searchParams.get('event')
  if (!id) return redirect('/events')
  const params = { id }
  if (!isSignedIn()) {
    const { event, offer_hours: offerHours } = await get(context, 'GET /api/events/:id', { params })
    return { event, offerHours, list: null }
  }
  await requireMember({ request })
  const [{ event, offer_hours: offerHours }, list] = await Promise.all([
    get(context, 'GET /api/events/:id', { params }),
    get(context, 'GET /api/events/:id/waiting-list', { params }),
  ])
  return { event, offerHours, list }
}

export function HydrateFallback() {
  return (
    <Wrap>
      <Spinner>Loading the waiting list</Spinner>
      <NeedsScript />
    </Wrap>
  )
}

export default function WaitingListPage({ loaderData }: Route.ComponentProps) {
  const { event, offerHours, list } = loaderData
  return (
    <Wrap>
      <PageTitle
        trail={[
          { label: 'Events', to: '/book-event-main' },
          { label: event.event_name, to: `/event/${event.event_id}` },
          { label: 'Waiting list' },
        ]}
      >
        Waiting list
      </PageTitle>
      <div className={styles.page}>
        <DayBox event={event} />
        {list ? (
          <MyWait key={event.event_id} event={event} loaded={list} />
        ) : (
          <SignInToJoin event={event} />
        )}
        <HowItWorks event={event} offerHours={offerHours} />
      </div>
    </Wrap>
  )
}

/** The two choices of the booking, which lead back here. */
function SignInToJoin({ event }: { event: CharityEvent }) {
  const here = `/waiting-list?event=${event.event_id}`
  return (
    <section className={styles.wait} aria-labelledby="sign-in-to-join">
      <h2 id="sign-in-to-join">Have you booked with us before?</h2>
      <p>
        Sign in or create an account, so that we know who to offer the place to. You then join the
        list here.
      </p>
      <Buttons>
        <ButtonLink to={withFrom('/login', here)}>Yes, sign in</ButtonLink>
        <ButtonLink kind="quiet" to={withFrom('/signup', here)}>
          No, create an account
        </ButtonLink>
      </Buttons>
    </section>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = error instanceof ApiError && error.status === 404
  return isMissing ? <EventNotFound /> : <CouldNotLoad title="Waiting list" what="this list" />
}
