import { Link, useLoaderData } from 'react-router'
import type { ListedInvoice } from '../../../domain/office/invoices.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { INVOICE_COLUMNS } from './invoice-table.tsx'

export const loader = listLoader<ListedInvoice>((options) =>
  read('GET /api/office/invoices', options),
)

/** Invoices to the hosts of all events. */
export function Component() {
  const list = useLoaderData<LoadedList<ListedInvoice>>()
  return (
    <ListPage
      title="Invoices"
      lede="Invoices and deposits that hosts have to pay. Make a new one on the page of the event."
      list={list}
      rowsName="invoices"
      rowKey={({ id }) => id}
      filter="Number, host or event"
      tabs={[
        { value: 'open', label: 'To pay' },
        { value: 'refund', label: 'To refund' },
        { value: 'paid', label: 'Paid' },
        { value: 'cancelled', label: 'Cancelled' },
        { value: 'all', label: 'All' },
      ]}
      csv={{ address: '/api/office/invoices', fileName: 'invoices.csv' }}
      empty={<p>There are no invoices here.</p>}
      columns={[
        ...INVOICE_COLUMNS,
        { label: 'Host', cell: ({ host_name: name }) => name },
        {
          label: 'Event',
          cell: ({ event_id: id, event_name: name, event_date: date }) => (
            <>
              <Link to={`/events/${id}`}>{name}</Link>, {dayInWords(date)}
            </>
          ),
        },
      ]}
    />
  )
}
