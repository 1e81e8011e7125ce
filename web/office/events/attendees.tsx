import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { supportInWords } from '../../../domain/contact-and-support.ts'
import { pounds } from '../../../domain/money.ts'
import { MOST_TICKED } from '../../../domain/office/attendee-messages.ts'
import {
  ATTENDEE_TABS,
  type Attendee,
  type AttendeeSort,
  type AttendeeTab,
} from '../../../domain/office/attendee-schemas.ts'
import { attendeePayment } from '../../../domain/office/attendee-text.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import { toldBy } from '../../../domain/office/told.ts'
import { momentInWords, ukDate } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { download, read } from '../api.ts'
import { callInWords } from '../loops/loop-text.ts'
import { appointmentState } from '../parts/appointment-state.ts'
import { EmailLink, PhoneLink } from '../parts/contact-links.tsx'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { RowTick, useTicks } from '../parts/ticks.tsx'
import { useCan } from '../session.ts'
import { Download } from '../tubes/day-forms.tsx'
import { BookAgain } from './book-again.tsx'
import { counted } from './event-text.ts'
import styles from './events.module.css'
import { HostContact } from './host-contact.tsx'

const loadRows = listLoader<Attendee>((options, { id }) =>
  read('GET /api/office/events/:id/attendees', { ...options, params: { id: String(id) } }),
)

export async function loader(args: LoaderFunctionArgs) {
  const tab = new URL(args.request.url).searchParams.get('tab')
  const about = { params: { id: String(args.params.id) }, signal: args.request.signal }
  const [list, event, totals] = await Promise.all([
    loadRows(args),
    read('GET /api/office/events/:id', about),
    tab === 'to_pay' ? read('GET /api/office/events/:id/attendees/totals', about) : null,
  ])
  return { list, event, owed: totals?.to_pay ?? null }
}

/** Tabs of whom nobody, or not everybody, has an appointment. */
const HAS_ENDED = ['waiting', 'cancelled', 'to_call']

export function Component() {
  const { list, event, owed } = useLoaderData<{ list: LoadedList<Attendee> } & Loaded>()
  const mayOpen = useCan('members.read')
  const mayWrite = useCan('messages.write')
  const mayBook = useCan('appointments.write')
  const tab = list.query.tab ?? 'booked'
  const sortedBy = (sort: AttendeeSort) => (tab === 'waiting' ? {} : { sort })
  const ticks = useTicks(tab, MOST_TICKED)
  const isToCome = event.state === 'published' && event.event_date >= ukDate(new Date())
  const mayAct = mayBook && isToCome && !HAS_ENDED.includes(tab)
  const address = `/api/office/events/${event.event_id}/attendees` as const
  return (
    <ListPage
      title="Attendees"
      trail={[
        { label: 'Events', to: '/events' },
        { label: event.event_name, to: `/events/${event.event_id}` },
      ]}
      lede={
        <>
          {event.event_name}, {weekdayAndDate(event.event_date)}. Host:{' '}
          <HostContact event={event} />
          {owed &&
            `. Still to pay: ${pounds(owed.pence)} from ${counted(owed.count, 'appointment')}`}
        </>
      }
      actions={
        <>
          {mayBook && isToCome && tab === 'waiting' && (
            <ButtonLink kind="quiet" to="/members">
              Add a member
            </ButtonLink>
          )}
          {list.total > 0 && (
            <Download
              label="Address labels"
              save={() =>
                download(
                  'GET /api/office/events/:id/address-labels',
                  `address-labels-${event.event_id}.pdf`,
                  { params: { id: event.event_id }, query: { tab: tabOf(tab) } },
                )
              }
              onDone={() => {}}
            />
          )}
          {mayOpen && isToCome && tab === 'without_email' && list.total > 0 && (
            <ButtonLink kind="quiet" to={`/events/${event.event_id}/slips`}>
              Reminders by post
            </ButtonLink>
          )}
          <ButtonLink kind="quiet" to={`/events/${event.event_id}/list`}>
            List for the door
          </ButtonLink>
          {mayAct && ticks.ids.length > 0 && (
            <>
              <ButtonLink
                kind="quiet"
                to={`/events/${event.event_id}/move-ticked?tab=${tab}&ids=${ticks.ids.join()}`}
              >
                Move the {ticks.ids.length} ticked
              </ButtonLink>
              <ButtonLink
                kind="quiet"
                to={`/events/${event.event_id}/cancel-ticked?tab=${tab}&ids=${ticks.ids.join()}`}
              >
                Cancel the {ticks.ids.length} ticked
              </ButtonLink>
            </>
          )}
          {mayWrite && event.state !== 'draft' && list.total > 0 && (
            <ButtonLink
              kind="quiet"
              to={`/events/${event.event_id}/message?tab=${tab}${ticks.ids.length > 0 ? `&ids=${ticks.ids.join()}` : ''}`}
            >
              {ticks.ids.length > 0
                ? `Message the ${ticks.ids.length} ticked`
                : `Message everybody on this tab`}
            </ButtonLink>
          )}
        </>
      }
      list={list}
      rowsName="people"
      rowKey={({ appointment_id: appointment, wait_id: wait }) => `${appointment} ${wait}`}
      filter="Name, email or reference"
      tabs={[
        { value: 'booked', label: 'Booked' },
        { value: 'waiting', label: 'Waiting' },
        { value: 'cancelled', label: 'Cancelled' },
        { value: 'without_consent', label: 'Without consent' },
        ...(event.requires_nhs_number
          ? [{ value: 'without_nhs_number', label: 'Without NHS number' }]
          : []),
        { value: 'needs_support', label: 'Needs support' },
        { value: 'to_call', label: 'To call' },
        { value: 'without_email', label: 'Without email' },
        { value: 'to_pay', label: 'To pay' },
      ]}
      csv={{ address, fileName: `attendees-${event.event_id}.csv` }}
      columns={[
        {
          label: 'Name',
          ...sortedBy('name'),
          cell: ({ member_id: id, name }) =>
            mayOpen ? <Link to={`/members/${id}`}>{name}</Link> : name,
        },
        { label: 'Time', ...sortedBy('time'), cell: timeOf },
        {
          label: 'Reference',
          cell: ({ reference }) => <span className={styles.code}>{reference}</span>,
        },
        ...(tab === 'waiting' ||
        tab === 'cancelled' ||
        list.data.every(({ is_over: isOver }) => !isOver)
          ? []
          : [{ label: 'Outcome', cell: (row: Attendee) => <CameOfIt {...row} /> }]),
        { label: 'Payment', ...sortedBy('paid'), cell: attendeePayment },
        ...(tab === 'to_pay'
          ? [{ label: 'To pay', cell: ({ due }: Attendee) => pounds(due ?? 0) }]
          : []),
        ...(list.data.some(({ told }) => toldBy(told) !== null)
          ? [{ label: 'Told of changes', cell: (row: Attendee) => <ToldOfChange {...row} /> }]
          : []),
        { label: 'Notes', cell: (row) => <ToKnow {...row} /> },
        {
          label: 'Contact',
          cell: ({ email, phone }) => (
            <span className={styles.contact}>
              <EmailLink email={email} />
              <PhoneLink phone={phone} />
            </span>
          ),
        },
        ...(mayBook && tab === 'waiting'
          ? [
              {
                label: 'Place',
                cell: ({ wait_id: wait, name }: Attendee) => (
                  <Link to={`/waits/${wait}`} aria-label={`Offer, move or remove ${name}`}>
                    Offer, move or remove
                  </Link>
                ),
              },
            ]
          : []),
        ...(mayBook && isToCome && tab === 'cancelled'
          ? [{ label: 'Again', cell: (row: Attendee) => <BookAgain attendee={row} /> }]
          : []),
        ...(mayWrite || mayAct
          ? [
              {
                label: 'Tick',
                cell: (row: Attendee) => (
                  <RowTick
                    id={row.appointment_id ?? row.wait_id ?? 0}
                    label={`Tick ${row.name}`}
                    ticks={ticks}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

function CameOfIt({ attendance, is_over }: Attendee) {
  const { tone, words } = appointmentState({ status: 'booked', attendance, is_over })
  return <Badge tone={tone}>{words}</Badge>
}

/** To call, with the task for those who may call; or how they heard of the last change. */
function ToldOfChange({ name, told }: Attendee) {
  const mayCall = useCan('loops.close')
  const by = toldBy(told)
  if (by === null) return null
  if (by === 'message')
    return `Emailed or texted, ${momentInWords(new Date(told.message_at ?? ''))}`
  const words = callInWords(told.call)
  if (by === 'call') return words
  return (
    <Badge tone="warn">
      {mayCall && told.call ? (
        <Link to={`/loops/${told.call.id}`} aria-label={`${name}: ${words}`}>
          {words}
        </Link>
      ) : (
        words
      )}
    </Badge>
  )
}

function ToKnow({ support_needs: needs, support_note: note, lacks }: Attendee) {
  const support = supportInWords(needs, note)
  if (!support && lacks.length === 0) return null
  return (
    <span className={styles.contact}>
      {support && <Badge tone="warn">{support}</Badge>}
      {lacks.includes('consent') && <Badge tone="bad">No consent</Badge>}
      {lacks.includes('nhs_number') && <Badge tone="bad">No NHS number</Badge>}
    </span>
  )
}

function tabOf(tab: string): AttendeeTab {
  return ATTENDEE_TABS.find((one) => one === tab) ?? 'booked'
}

type Loaded = Omit<Awaited<ReturnType<typeof loader>>, 'list'>

function timeOf({ time, waiting_since: since, offered_until: until }: Attendee): string {
  if (until !== null) return `Place offered until ${momentInWords(new Date(until))}`
  if (since !== null) return `Since ${momentInWords(new Date(since))}`
  return time?.slice(0, 5) ?? ''
}
