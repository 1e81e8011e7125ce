import { redirect, type ShouldRevalidateFunctionArgs, useRouteError } from 'react-router'
import { eventLabel } from '../../domain/events.ts'
import { generateSlots } from '../../domain/slots.ts'
import { ApiRefused, get } from '../api.ts'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { EventNotFound } from '../events/event-not-found.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { requireMember } from '../session.ts'
import { Wrap } from '../ui/layout.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/book-event.ts'
import { Booking } from './booking.tsx'
import { CannotBook } from './cannot-book.tsx'
import { loadFreeTimes } from './free-times.ts'
import { NeedsScript } from './needs-script.tsx'
import { isConsentStep } from './steps.ts'

export function meta({ location }: Route.MetaArgs) {
  const title = isConsentStep(location.search) ? 'Consent form' : 'Choose a time'
  return [{ title: `${title} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/**
 * The event named in the address and its free times, for a signed-in member. Without an event the
 * way leads to /events (spec §2); times that cannot be had are the screen's to explain.
 */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const member = await requireMember({ request })
  const id = new URL(request.url).searchParams.get('event')
  if (!id) throw redirect('/events')
  const [{ event }, times] = await Promise.all([
    get(context, 'GET /api/events/:id', { params: { id } }),
    loadFreeTimes(id).then(
      (free) => ({ free, refused: null }),
      (refused: unknown) => ({ free: null, refused }),
    ),
  ])
  return { member, event, times }
}

/** Going from one step to the other changes the address and nothing that was loaded. */
export function shouldRevalidate(asked: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = asked
  const isSameEvent = currentUrl.searchParams.get('event') === nextUrl.searchParams.get('event')
  return isSameEvent && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}

export function HydrateFallback() {
  return (
    <Wrap>
      <Spinner>Loading the times</Spinner>
      <NeedsScript />
    </Wrap>
  )
}

/** Booking an event: a time, then consent (spec §2, §4). */
export default function BookEvent({ loaderData: { member, event, times } }: Route.ComponentProps) {
  const label = eventLabel(event, new Date())
  if (label === 'Event Passed' || label === 'Booking Closed') {
    return <CannotBook event={event} reason={label} />
  }
  if (!times.free) return <CannotBook event={event} reason={times.refused} />
  if (generateSlots(event).length === 0) return <CannotBook event={event} reason="No slots" />
  return <Booking key={event.event_id} member={member} event={event} firstFree={times.free} />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = error instanceof ApiRefused && error.status === 404
  return isMissing ? <EventNotFound /> : <CouldNotLoad title="Choose a time" what="this event" />
}
