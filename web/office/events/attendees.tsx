import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type { Attendee } from '../../../domain/office/attendee-shapes.ts'
import { longDate, momentInWords } from '../../../domain/uk-time.ts'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { useCan } from '../session.ts'
import styles from './events.module.css'

const loadRows = listLoader<Attendee>((query, { params, signal }) =>
  read('GET /api/office/events/:id/attendees', {
    params: { id: String(params.id) },
    query,
    ...(signal && { signal }),
  }),
)

export async function loader(args: LoaderFunctionArgs) {
  const [list, event] = await Promise.all([
    loadRows(args),
    read('GET /api/office/events/:id', {
      params: { id: String(args.params.id) },
      signal: args.request.signal,
    }),
  ])
  return { list, event }
}

export function Component() {
  const { list, event } = useLoaderData<{ list: LoadedList<Attendee> } & LoaderEvent>()
  const mayOpen = useCan('members.read')
  const address = `/api/office/events/${event.event_id}/attendees`
  return (
    <ListPage
      title="Attendees"
      trail={[
        { label: 'Events', to: '/events' },
        { label: event.event_name, to: `/events/${event.event_id}` },
      ]}
      lede={`${event.event_name}, ${longDate(event.event_date)}. Print this page for a list on paper.`}
      list={list}
      rowsName="people"
      rowKey={({ appointment_id: appointment, wait_id: wait }) => `${appointment} ${wait}`}
      filter="Name, e-mail or reference"
      tabs={[
        { value: 'booked', label: 'Booked' },
        { value: 'waiting', label: 'Waiting' },
        { value: 'cancelled', label: 'Cancelled' },
      ]}
      csv={{ address, fileName: `attendees-${event.event_id}.csv` }}
      columns={[
        {
          label: 'Name',
          cell: ({ member_id: id, name }) =>
            mayOpen ? <Link to={`/members/${id}`}>{name}</Link> : name,
        },
        { label: 'Time', cell: timeOf },
        { label: 'Reference', cell: ({ reference }) => reference ?? '' },
        { label: 'Payment', cell: paymentOf },
        {
          label: 'Contact',
          cell: ({ email, phone }) => (
            <span className={styles.contact}>
              <a href={`mailto:${email}`}>{email}</a>
              <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
            </span>
          ),
        },
      ]}
    />
  )
}

type LoaderEvent = Pick<Awaited<ReturnType<typeof loader>>, 'event'>

function timeOf({ time, waiting_since: since }: Attendee): string {
  if (since !== null) return `Since ${momentInWords(new Date(since))}`
  return time?.slice(0, 5) ?? ''
}

function paymentOf({ payment_status: status, price, paid, refund }: Attendee): string {
  if (refund) return `${pounds(refund.amount)} refund: ${refund.state}`
  if (paid) return `${pounds(paid)} paid`
  if (price === 0) return 'Nothing to pay'
  return status ?? ''
}
