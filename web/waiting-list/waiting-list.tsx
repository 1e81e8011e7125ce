import { redirect, useRouteError } from 'react-router'
import { ApiError, get } from '../api.ts'
import { DayBox } from '../booking/day-box.tsx'
import { NeedsScript } from '../booking/needs-script.tsx'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { EventNotFound } from '../events/event-not-found.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { requireMember } from '../session.ts'
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
  await requireMember({ request })
  const id = new URL(request.url).searchParams.get('event')
  if (!id) return redirect('/events')
  const params = { id }
  const [{ event }, list] = await Promise.all([
    get(context, 'GET /api/events/:id', { params }),
    get(context, 'GET /api/events/:id/waiting-list', { params }),
  ])
  return { event, list }
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
  const { event, list } = loaderData
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
        <MyWait key={event.event_id} event={event} loaded={list} />
        <HowItWorks event={event} />
      </div>
    </Wrap>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = error instanceof ApiError && error.status === 404
  return isMissing ? <EventNotFound /> : <CouldNotLoad title="Waiting list" what="this list" />
}
