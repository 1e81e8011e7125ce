import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type { OfficePayment } from '../../../domain/office/payment-schemas.ts'
import { paymentStateText } from '../../../domain/office/payment-state-text.ts'
import { PAID_HOW_LABELS } from '../../../domain/office/venue-payments.ts'
import { dayInWords, momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { read } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useCan } from '../session.ts'
import { Disputes } from './disputes.tsx'
import styles from './payment.module.css'
import { disputeText, nextStepText, paymentTone } from './payment-text.ts'
import { Receipt } from './receipt.tsx'
import { RefundForm } from './refund-form.tsx'
import { Refunds } from './refunds.tsx'
import { UndoVenuePayment } from './undo-venue-payment.tsx'

export function loader({ params, request }: LoaderFunctionArgs): Promise<OfficePayment> {
  return read('GET /api/office/payments/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

export function Component() {
  const payment = useLoaderData<OfficePayment>()
  const mayRefund = useCan('refunds.write')
  const mayUndo = useCan('appointments.write')
  return (
    <OfficePage
      title={`${pounds(payment.amount_pence)} from ${payment.member_name}`}
      trail={[{ label: 'Payments', to: '/payments' }]}
    >
      <div className={styles.payment}>
        <section aria-labelledby="payment">
          <h2 id="payment">Payment</h2>
          <PaymentFacts payment={payment} />
        </section>
        <section aria-labelledby="receipt">
          <h2 id="receipt">Receipt</h2>
          <Receipt payment={payment} />
        </section>
        <section aria-labelledby="refunds">
          <h2 id="refunds">Refunds</h2>
          <Refunds refunds={payment.refunds} requests={payment.requests} owed={payment.owed} />
        </section>
        {payment.dispute_events.length > 0 && (
          <section aria-labelledby="disputes">
            <h2 id="disputes">Disputes</h2>
            <Disputes payment={payment} />
          </section>
        )}
        {mayRefund && payment.left_pence > 0 && (
          <section aria-labelledby="refund">
            <h2 id="refund">Refund</h2>
            <RefundForm key={payment.left_pence} payment={payment} />
          </section>
        )}
        {mayUndo && payment.taken && payment.refunds.length === 0 && payment.left_pence > 0 && (
          <section aria-labelledby="undo">
            <h2 id="undo">Undo the entry</h2>
            <UndoVenuePayment payment={payment} />
          </section>
        )}
        <section aria-labelledby="ledger">
          <h2 id="ledger">Ledger</h2>
          <Ledger ledger={payment.ledger} />
        </section>
        <section aria-labelledby="history">
          <h2 id="history">What happened</h2>
          <History history={payment.history} />
        </section>
      </div>
    </OfficePage>
  )
}

function PaymentFacts({ payment }: { payment: OfficePayment }) {
  const { state, appointment, card, captured_pence: captured, fee_pence: fee } = payment
  const taken = captured === null ? 'Nothing yet' : pounds(captured)
  const next = nextStepText(payment)
  return (
    <Facts>
      <Fact term="State">
        <Badge tone={paymentTone(state)}>{paymentStateText(state, payment.is_undone)}</Badge>
        {disputeText(payment) && <Badge tone="bad">{disputeText(payment)}</Badge>}
        {next && <p>{next}</p>}
      </Fact>
      <Fact term="Member">
        <MemberLink payment={payment} />
      </Fact>
      <Fact term="For">
        {payment.event_name}, {dayInWords(payment.date)}, {payment.time}
      </Fact>
      <Fact term="Appointment">
        {appointment
          ? `${appointment.reference}, ${appointment.status}, ${dayInWords(appointment.date)}, ${appointment.time}`
          : 'No appointment was booked'}
      </Fact>
      <Fact term="Begun">{moment(payment.begun_at)}</Fact>
      <Fact term="Last change">{moment(payment.changed_at)}</Fact>
      <Fact term="Taken">
        {payment.is_undone ? <s>{taken}</s> : taken}
        {fee !== null && fee > 0 && `, including a ${pounds(fee)} card processing charge`}
      </Fact>
      {payment.taken && (
        <Fact term="At the venue">
          {PAID_HOW_LABELS[payment.taken_how ?? 'cash']}, taken by {payment.taken.by},{' '}
          {moment(payment.taken.at)}. Recorded by {payment.taken.recorded_by ?? 'a colleague'}.
        </Fact>
      )}
      <Fact term="Refunded">{pounds(payment.refunded_pence)}</Fact>
      <Fact term="Paid from">
        {payment.source === 'paypal'
          ? 'PayPal account'
          : [card?.brand, card?.last_digits].filter(Boolean).join(' ') || 'Not known'}
      </Fact>
      <Fact term="PayPal order">{payment.reference ?? 'None'}</Fact>
      <Fact term="PayPal capture">{payment.capture_id ?? 'None'}</Fact>
      <Fact term="Invoice">{payment.invoice_id}</Fact>
    </Facts>
  )
}

function MemberLink({ payment }: { payment: OfficePayment }) {
  const mayOpen = useCan('members.read')
  const { member_id: id, member_name: name, email } = payment
  return (
    <>
      {mayOpen ? <Link to={`/members/${id}?reason=payment`}>{name}</Link> : name}
      {email !== null && `, ${email}`}
    </>
  )
}

function Ledger({ ledger }: Pick<OfficePayment, 'ledger'>) {
  if (ledger.length === 0) return <p>There are no entries.</p>
  return (
    <DataTable
      caption="Ledger"
      hideCaption
      rows={ledger}
      rowKey={({ kind, provider_ref: ref }) => `${kind} ${ref}`}
      columns={[
        { label: 'What', cell: ({ kind }) => kind },
        { label: 'When', cell: ({ at }) => moment(at) },
        { label: 'At PayPal', cell: ({ provider_ref: ref }) => ref },
        { label: 'Amount', align: 'end', cell: ({ amount_pence: pence }) => pounds(pence) },
      ]}
    />
  )
}

function History({ history }: Pick<OfficePayment, 'history'>) {
  if (history.length === 0) return <p>Nothing has been recorded yet.</p>
  return (
    <DataTable
      caption="What happened"
      hideCaption
      rows={history.map((entry, n) => ({ ...entry, n }))}
      rowKey={({ n }) => n}
      columns={[
        { label: 'What', cell: ({ action }) => action },
        { label: 'When', cell: ({ at }) => moment(at) },
        { label: 'Who', cell: ({ by }) => by },
        { label: 'Why', cell: ({ reason }) => reason ?? '' },
      ]}
    />
  )
}

function moment(at: string): string {
  return momentInWords(new Date(at))
}
