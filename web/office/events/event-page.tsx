import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type { BulkActionRow } from '../../../domain/office/bulk-actions.ts'
import type { EventMoney, OfficeEvent } from '../../../domain/office/event-schemas.ts'
import type { EventToDo } from '../../../domain/office/today-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { venueInWords } from '../../../domain/venue-facts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { read } from '../api.ts'
import { OfficePage } from '../parts/office-page.tsx'
import { loadMe, useCan } from '../session.ts'
import { EventActions } from './event-actions.tsx'
import { EventChanges } from './event-changes.tsx'
import { breaksInWords } from './event-form.ts'
import { EventHistory } from './event-history.tsx'
import { EventInvoices } from './event-invoices.tsx'
import { EventPeople } from './event-people.tsx'
import { addressOf, counted, dayInFigures, STATE_WORDS, whenInWords } from './event-text.ts'
import styles from './events.module.css'
import { HostContact } from './host-contact.tsx'
import { loadEvent } from './load-event.ts'
import { Missing, usePublish } from './publish.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const { params, request } = args
  const about = { params: { id: String(params.id) }, signal: request.signal }
  const { permissions } = await loadMe()
  const maySeeMoney = permissions.includes('payments.read')
  const [event, { data: history }, { data: people }, money, invoices, { data: actions }, toDo] =
    await Promise.all([
      loadEvent(args),
      read('GET /api/office/events/:id/history', about),
      read('GET /api/office/events/:id/people', about),
      maySeeMoney ? read('GET /api/office/events/:id/money', about) : null,
      maySeeMoney ? read('GET /api/office/events/:id/invoices', about) : null,
      read('GET /api/office/events/:id/bulk-actions', about),
      read('GET /api/office/events/:id/to-do', about),
    ])
  return { event, history, people, money, invoices: invoices?.data ?? null, actions, toDo }
}

export function Component() {
  const { event, history, people, money, invoices, actions, toDo } = useLoaderData<typeof loader>()
  const mayWrite = useCan('events.write')
  const { missing, isPending, look, question } = usePublish(event)
  const { state } = event
  const isDraft = state === 'draft'
  return (
    <OfficePage
      title={event.event_name}
      trail={[{ label: 'Events', to: '/events' }]}
      actions={
        isDraft ? (
          mayWrite && (
            <Button pending={isPending} onClick={look}>
              Publish
            </Button>
          )
        ) : (
          <ButtonLink to={`/events/${event.event_id}/attendees`}>Attendees</ButtonLink>
        )
      }
    >
      <p className={styles.state}>
        <Badge tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].label}</Badge>
        {state === 'published' && <a href={`/event/${event.event_id}`}>View as a visitor</a>}
        {isDraft && (
          <a href={`/api/office/events/${event.event_id}/preview`}>Preview as a visitor</a>
        )}
      </p>
      <Missing eventId={event.event_id} missing={missing} />
      {question}
      <WaitsForSecondPerson actions={actions} />
      <ToDo eventId={event.event_id} toDo={toDo} />
      <EventActions event={event} />
      {event.booking_paused && <BookingClosed closed={event.booking_paused} />}
      <EventFacts event={event} money={money} />
      {invoices && <EventInvoices event={event} invoices={invoices} />}
      <EventPeople event={event} people={people} />
      <EventHistory actions={actions} />
      <EventChanges event={event} rows={history} />
    </OfficePage>
  )
}

function ToDo({ eventId, toDo }: { eventId: number; toDo: EventToDo }) {
  const calls = toDo.calls ?? 0
  const problems = toDo.problems ?? 0
  if (calls + problems === 0) return null
  return (
    <Notice tone="warn">
      {calls > 0 && (
        <p>
          <Link to={`/loops?tab=telephone&event=${eventId}`}>
            {calls === 1 ? '1 person' : `${calls} people`} to call
          </Link>
        </p>
      )}
      {problems > 0 && (
        <p>
          <a href={`/office/days/${eventId}`}>{counted(problems, 'thing')} to check at the door</a>
        </p>
      )}
    </Notice>
  )
}

function WaitsForSecondPerson({ actions }: { actions: BulkActionRow[] }) {
  const waiting = actions.find(
    ({ state, reverted_at: reverted }) =>
      state === 'waits for a second person' && reverted === null,
  )
  if (!waiting) return null
  return (
    <Notice tone="warn">
      <p>
        A second person must approve what {waiting.made_by} requested.{' '}
        <Link to={`/bulk-actions/${waiting.id}`}>See what waits</Link>
      </p>
    </Notice>
  )
}

function BookingClosed({ closed }: { closed: NonNullable<OfficeEvent['booking_paused']> }) {
  return (
    <Notice tone="warn">
      <p>
        Booking has been closed to the public since {momentInWords(new Date(closed.at))}. Staff can
        still book for a member.
      </p>
      {closed.reason && <p>{closed.reason}</p>}
    </Notice>
  )
}

function EventFacts({ event, money }: { event: OfficeEvent; money: EventMoney | null }) {
  const { slot_plan: plan } = event
  const mayOpenDay = useCan('days.write')
  const price = event.price ?? event.product_price
  return (
    <div className={styles.sides}>
      <section aria-labelledby="day">
        <h2 id="day">The day</h2>
        <Facts>
          <Fact term="When">{whenInWords(event)}</Fact>
          <Fact term="Appointments">
            {plan.session_minutes} minutes each, {plan.places_per_slot} at a time
          </Fact>
          <Fact term="Breaks">{breaksInWords(plan.breaks) || 'None'}</Fact>
          <Fact term="Places">
            {event.total_spaces}, of which {plan.kept_back} kept back
          </Fact>
          <Fact term="Booked">
            {event.appointments}; {event.waiting} waiting
            <progress
              className={styles.fill}
              aria-label="Places taken"
              value={event.booked_spaces}
              max={Math.max(1, event.total_spaces)}
            />
          </Fact>
          {(event.state === 'published' || event.day !== null) && (
            <Fact term="At the venue">
              {event.day ? dayInFigures(event.day) : 'Nothing has been recorded yet'}
              {mayOpenDay && (
                <>
                  <br />
                  <a href={`/office/days/${event.event_id}`}>Open the door screen</a>
                </>
              )}
            </Fact>
          )}
        </Facts>
      </section>
      <section aria-labelledby="place">
        <h2 id="place">Venue and host</h2>
        <Facts>
          <Fact term="Where">{addressOf(event) || 'Not set'}</Fact>
          {venueInWords(event).map(({ label, text }) => (
            <Fact key={label} term={label}>
              {text}
            </Fact>
          ))}
          <Fact term="Pin">
            {event.latitude === null ? 'Not set' : `${event.latitude}, ${event.longitude}`}
          </Fact>
          <Fact term="Host">
            <HostContact event={event} />
          </Fact>
        </Facts>
      </section>
      <section aria-labelledby="test">
        <h2 id="test">Test and payment</h2>
        <Facts>
          <Fact term="Product">{event.product_name ?? 'Not set'}</Fact>
          <Fact term="Laboratory">{event.lab_name ?? 'Not set'}</Fact>
          <Fact term="Price">{price === null ? 'Not set' : pounds(price)}</Fact>
          {event.host_share > 0 && price !== null && (
            <Fact term="Who pays">
              Host {pounds(Math.min(event.host_share, price))}, member{' '}
              {pounds(Math.max(0, price - event.host_share))}
            </Fact>
          )}
          {money && (
            <Fact term="Money so far">
              {pounds(money.taken)} taken of {pounds(money.expected)} expected,{' '}
              {pounds(money.refunded)} refunded
              {money.host > 0 && `, ${pounds(money.host)} from the host`}
            </Fact>
          )}
          <Fact term="Paid when booking">{yesOrNo(event.payment_required)}</Fact>
          <Fact term="Private">
            {event.is_private ? 'Yes, with an access code' : 'No, everybody can book'}
          </Fact>
        </Facts>
      </section>
    </div>
  )
}

function yesOrNo(value: boolean | null): string {
  if (value === null) return 'Not set'
  return value ? 'Yes' : 'No'
}
