import { Link, type LoaderFunctionArgs, replace, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type { ListedPayment } from '../../../domain/office/payment-schemas.ts'
import { paymentStateText } from '../../../domain/office/payment-state-text.ts'
import { paidHowText } from '../../../domain/office/venue-payments.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { read } from '../api.ts'
import { type LoadedList, listLoader } from '../parts/list-loader.ts'
import { ListPage } from '../parts/list-page.tsx'
import { nextStepText, paymentTone } from './payment-text.ts'

const load = listLoader<ListedPayment>((options) => read('GET /api/office/payments', options))

/** The API's own first tab has all payments; the office looks at the stuck ones first. */
export function loader(args: LoaderFunctionArgs): Promise<LoadedList<ListedPayment>> {
  const { searchParams } = new URL(args.request.url)
  if (searchParams.has('tab')) return load(args)
  searchParams.set('tab', 'stuck')
  throw replace(`/payments?${searchParams}`)
}

const TO_DO = ['stuck', 'waiting', 'by_hand', 'disputed']

export function Component() {
  const list = useLoaderData<LoadedList<ListedPayment>>()
  const isToDo = TO_DO.includes(list.query.tab ?? '')
  return (
    <ListPage
      title="Payments"
      list={list}
      rowsName="payments"
      rowKey={({ id }) => id}
      filter="Name, email or reference"
      tabs={[
        { value: 'stuck', label: 'Stuck' },
        { value: 'waiting', label: 'To approve' },
        { value: 'by_hand', label: 'By hand' },
        { value: 'disputed', label: 'Disputed' },
        { value: 'all', label: 'All' },
        { value: 'paid', label: 'Paid' },
        { value: 'refunded', label: 'Refunded' },
        { value: 'failed', label: 'Not completed' },
      ]}
      csv={{ address: '/api/office/payments', fileName: 'payments.csv' }}
      empty={list.query.tab === 'stuck' ? <p>No payments are stuck.</p> : null}
      columns={[
        {
          label: 'Member',
          cell: ({ id, member_name: name }) => <Link to={`/payments/${id}`}>{name}</Link>,
        },
        {
          label: 'For',
          cell: ({ event_name: name, date, time }) => `${name}, ${dayInWords(date)}, ${time}`,
        },
        {
          label: 'State',
          cell: ({ state, taken_how: how, is_undone: isUndone }) => (
            <>
              <Badge tone={paymentTone(state)}>{paymentStateText(state, isUndone)}</Badge>
              {how && ` ${paidHowText(how)}`}
            </>
          ),
        },
        ...(isToDo ? [{ label: 'What to do', cell: nextStepText }] : []),
        { label: 'Begun', cell: ({ begun_at: at }) => momentInWords(new Date(at)) },
        { label: 'Amount', align: 'end', cell: ({ amount_pence: pence }) => pounds(pence) },
        {
          label: 'To refund',
          align: 'end',
          cell: ({ owed_pence: pence }) => (pence > 0 ? pounds(pence) : ''),
        },
        {
          label: 'Refunded',
          align: 'end',
          cell: ({ refunded_pence: pence }) => (pence > 0 ? pounds(pence) : ''),
        },
      ]}
    />
  )
}
