import { redirect, replace, type ShouldRevalidateFunctionArgs, useRouteError } from 'react-router'
import type { Appointment, CharityEvent, Slots } from '../../domain/contract.ts'
import { asForHolder, chargePence, eventLabel } from '../../domain/events.ts'
import { generateSlots } from '../../domain/slots.ts'
import { ApiError, get } from '../api.ts'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { EventNotFound } from '../events/event-not-found.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { requireMember } from '../session.ts'
import { isSignedIn } from '../signed-in.ts'
import { toast } from '../ui/toast.tsx'
import type { Route } from './+types/book-event.ts'
import { loadPlans } from './book.ts'
import { Booking } from './booking.tsx'
import { bookingOwner, stepIn } from './booking-path.ts'
import { DUPLICATE } from './booking-text.ts'
import { CannotBook } from './cannot-book.tsx'
import {
  claimedIn,
  visitorOwner,
  type Wanted,
  wantedIn,
  withWanted,
} from './chosen-before-sign-in.ts'
import { claimChosen } from './claim-chosen.ts'
import { eventIdFrom, toastSignInAgain } from './event-in-url.ts'
import { LoadingStep } from './loading-step.tsx'
import { asksNhsNumber, hasConfirmedNhs } from './nhs-number-step.ts'
import { STEP_TITLES } from './step-titles.ts'
import { nhsStepAddress } from './steps.ts'
import { storedHold } from './stored-hold.ts'
import { loadFreeTimes } from './use-free-times.ts'
import { VisitorBooking } from './visitor-booking.tsx'

export function meta({ location }: Route.MetaArgs) {
  const title = STEP_TITLES[stepIn(location.search)]
  return [{ title: `${title} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** Whether the data that the page shows is of a visitor: a redirect leaves it as it was. */
let isVisitors = false

/**
 * A visitor chooses a time first. Redirects to /events without an event (rules §3.6). Redirects are
 * returned: what is thrown before the screen's style sheets have come counts as unhandled
 * (React Router 8.4).
 */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const { search } = new URL(request.url)
  const wanted = wantedIn(search)
  const id = eventIdFrom(request)
  if (!isSignedIn()) {
    const [{ event }, times] = await Promise.all([loadEvent(context, id), loadTimes(id)])
    isVisitors = true
    return screenOf({ member: null, event, times, wanted })
  }
  const signedIn = { request, onSessionEnd: toastSignInAgain }
  const eventId = Number(id)
  const claimed = claimedIn(search)
  // Signed in in another tab, after choosing in this one, to whose times Back returns.
  const time = claimed ?? storedHold(visitorOwner({ event_id: eventId }))?.time
  if (time) {
    const member = await requireMember(signedIn)
    return await claimChosen({ member, eventId, time, goTo: claimed ? replace : redirect })
  }
  const [{ member, plans, offer }, { event }, times] = await Promise.all([
    loadForMember(signedIn, context, id),
    loadEvent(context, id),
    loadTimes(id),
  ])
  if (plans.appointments.some(isBookedAt(id))) {
    toast({ text: DUPLICATE, tone: 'info' })
    // So that Back from the confirmation does not return here.
    return replace('/upcoming-events')
  }
  const isConfirmed = hasConfirmedNhs(bookingOwner(member, event))
  // Without the access code the member cannot book, so the NHS number is not asked for yet.
  if (times.free && asksNhsNumber(asSeenWith(times.free, event), new Date()) && !isConfirmed) {
    const step = stepIn(search) === 'consent' ? 'consent' : 'time'
    return redirect(withWanted(nhsStepAddress(event.event_id, step), wanted))
  }
  const isRepeat = plans.free_repeat === true && chargePence(event) > 0
  isVisitors = false
  return screenOf({ member, event, times, isRepeat, offer, wanted })
}

type Context = Route.ClientLoaderArgs['context']

async function loadForMember(
  signedIn: Parameters<typeof requireMember>[0],
  context: Context,
  id: string,
) {
  const member = await requireMember(signedIn)
  const [plans, offer] = await Promise.all([
    // The consent step checks again.
    loadPlans(member.profileId).catch(() => ({ appointments: [], free_repeat: undefined })),
    // Without it the place is free for this member all the same.
    loadOffer(context, id).catch(() => null),
  ])
  return { member, plans, offer }
}

function loadEvent(context: Context, id: string) {
  return get(context, 'GET /api/events/:id', { params: { id } })
}

function loadTimes(id: string) {
  return loadFreeTimes(id).then(
    (free) => ({ free, refused: null }),
    (refused: unknown) => ({ free: null, refused }),
  )
}

async function loadOffer(context: Context, eventId: string) {
  const { waits } = await get(context, 'GET /api/waiting-list')
  const wait = waits.find(({ event_id }) => String(event_id) === eventId)
  return wait?.status === 'offered' ? wait.offer : null
}

function isBookedAt(eventId: string) {
  return ({ event_id, status }: Appointment) => status === 'booked' && String(event_id) === eventId
}

/** The steps share their loader data, until a visitor has signed in. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args
  if (isVisitors && isSignedIn()) return true
  const isSameEvent = currentUrl.searchParams.get('event') === nextUrl.searchParams.get('event')
  return isSameEvent && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate
}

export function HydrateFallback() {
  return <LoadingStep>Loading the times</LoadingStep>
}

export default function BookEvent({ loaderData: screen }: Route.ComponentProps) {
  const { event } = screen
  if (screen.free === null) return <CannotBook event={event} reason={screen.reason} />
  const { free, wanted, member } = screen
  if (member === null)
    return <VisitorBooking key={event.event_id} event={event} firstFree={free} wanted={wanted} />
  const { isRepeat, offer } = screen
  return (
    <Booking
      key={event.event_id}
      member={member}
      event={event}
      firstFree={free}
      isRepeat={isRepeat}
      offer={offer}
      wanted={wanted}
    />
  )
}

type Loaded = {
  event: CharityEvent
  times: { free: Slots | null; refused: unknown }
  wanted: Wanted | null
}

/** `free` is null where no time can be chosen, for `reason`. */
function screenOf<T extends Loaded>({ times: { free, refused }, ...loaded }: T) {
  const { event } = loaded
  const reason = whyNoTimes(asSeenWith(free, event), refused)
  if (free === null || reason !== null) return { event, free: null, reason }
  return { free, ...loaded }
}

/** While the office has closed booking, the only times are those held for this browser or member. */
function asSeenWith(free: Slots | null, event: CharityEvent): CharityEvent {
  const hasTimes = Object.values(free ?? {}).some((day) => day.availableTimeSlots.length > 0)
  return hasTimes ? asForHolder(event) : event
}

function whyNoTimes(event: CharityEvent, refused: unknown): unknown {
  const label = eventLabel(event, new Date())
  if (label === 'Event Passed' || label === 'Booking Closed') return label
  if (refused !== null) return refused
  return generateSlots(event).length === 0 ? 'No slots' : null
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = error instanceof ApiError && error.status === 404
  return isMissing ? <EventNotFound /> : <CouldNotLoad title="Choose a time" what="this event" />
}
