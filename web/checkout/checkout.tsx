import { redirect, redirectDocument, replace } from 'react-router'
import type { Appointment, CharityEvent } from '../../domain/contract.ts'
import { needsPayment } from '../../domain/events.ts'
import type { Payment } from '../../domain/payment-schemas.ts'
import { generateSlots } from '../../domain/slots.ts'
import { ApiError, get } from '../api.ts'
import { loadPlans } from '../booking/book.ts'
import { bookingOwner } from '../booking/booking-path.ts'
import { eventIdFrom, invalidEvent, toastSignInAgain } from '../booking/event-in-url.ts'
import { LoadingStep } from '../booking/loading-step.tsx'
import { stepAddress } from '../booking/steps.ts'
import { storedHold } from '../booking/stored-hold.ts'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { requireMember } from '../session.ts'
import { toast } from '../ui/toast.tsx'
import type { Route } from './+types/checkout.ts'
import { type CardFields, cardFields, isOwnDocument } from './card-fields.ts'
import { LinkScreen, linkedPayment } from './link-screen.tsx'
import { PayScreen } from './pay-screen.tsx'
import { PaymentScreen } from './payment-screen.tsx'
import { NOT_PROCESSED, paymentTitle } from './payment-text.ts'
import { clearPayment, storedPayment } from './stored-payment.ts'

export function meta({ loaderData }: Route.MetaArgs) {
  const title =
    loaderData && 'payment' in loaderData ? paymentTitle(loaderData.payment) : 'Checkout'
  return [{ title: `${title} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

export function loader({ context }: Route.LoaderArgs): CardFields {
  return context.get(cardFields)
}

let cards: CardFields | undefined

/** Redirects to the missing step (rules §3.6), or to the confirmation once paid. */
export async function clientLoader({ request, context, serverLoader }: Route.ClientLoaderArgs) {
  if (!isOwnDocument()) return redirectDocument(request.url)
  cards ??= await serverLoader()
  const key = linkKey(location.hash)
  if (key) return { screen: 'link' as const, cards, linkKey: key, linked: await linkedPayment(key) }
  const member = await requireMember({ request, onSessionEnd: toastSignInAgain })
  const event = await eventOf(request, context)
  const owner = bookingOwner(member, event)
  const payment = await paymentOf(owner, context)
  const plans = payment?.appointment ? null : await loadPlans(member.profileId)
  const reference = payment?.appointment?.reference ?? referenceOf(plans?.appointments ?? [], event)
  if (reference && payment?.state !== 'refunded') {
    clearPayment()
    return replace(`/booking-success?ref=${encodeURIComponent(reference)}`)
  }
  const isOpen = payment !== null && ['capturing', 'paid'].includes(payment.state)
  if (payment && !isOpen) return { screen: 'payment' as const, cards, member, event, payment }
  if (!needsPayment(event) || plans?.free_repeat)
    return redirect(stepAddress(event.event_id, 'time'))
  const timeInQuery = new URL(request.url).searchParams.get('time')
  const time = payment?.slot ?? timeInQuery ?? storedHold(owner)?.time
  const slot = generateSlots(event).find((one) => one.time === time)
  if (!slot) return redirect(stepAddress(event.event_id, 'time'))
  return { screen: 'pay' as const, cards, member, event, slot, resumes: payment?.order_id ?? null }
}
clientLoader.hydrate = true as const

/** The key of a payment link is in the fragment, so that it reaches no server and no log. */
function linkKey(hash: string): string | null {
  return /^#pay=([\w-]{22})$/.exec(hash)?.[1] ?? null
}

type Context = Route.ClientLoaderArgs['context']

async function eventOf(request: Request, context: Context): Promise<CharityEvent> {
  const id = eventIdFrom(request)
  try {
    const { event } = await get(context, 'GET /api/events/:id', { params: { id } })
    return event
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw invalidEvent()
    throw error
  }
}

/** The payment whose capture this tab requested, unless it took no money. */
async function paymentOf(owner: string, context: Context): Promise<Payment | null> {
  const id = storedPayment(owner)
  if (id === null) return null
  try {
    const { payment } = await get(context, 'GET /api/payments/orders/:id', { params: { id } })
    if (!RETRYABLE.includes(payment.state)) return payment
    if (payment.state === 'declined') toast({ text: NOT_PROCESSED, tone: 'error' })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
  clearPayment()
  return null
}

/** Final states in which no money was or will be taken, so the member may try again. */
const RETRYABLE: readonly Payment['state'][] = ['created', 'approved', 'declined', 'expired']

function referenceOf(upcoming: readonly Appointment[], event: CharityEvent): string | null {
  const booked = upcoming.find(
    ({ event_id, status }) => status === 'booked' && event_id === event.event_id,
  )
  return booked?.reference ?? null
}

export function HydrateFallback() {
  return <LoadingStep>Loading your order</LoadingStep>
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  switch (loaderData.screen) {
    case 'link':
      return <LinkScreen {...loaderData} />
    case 'payment':
      return <PaymentScreen {...loaderData} />
    case 'pay':
      return <PayScreen key={loaderData.slot.time} {...loaderData} />
    default:
      return <HydrateFallback />
  }
}

export function ErrorBoundary() {
  return <CouldNotLoad title="Checkout" what="your order" />
}
