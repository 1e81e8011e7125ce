import { pounds } from '../../../domain/money.ts'
import type { OfficePayment } from '../../../domain/office/payment-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { DataTable } from '../parts/data-table.tsx'
import { disputeText } from './payment-text.ts'

type Kind = OfficePayment['dispute_events'][number]['kind']

const KINDS: Record<Kind, string> = {
  opened: 'Opened',
  updated: 'Changed',
  resolved: 'Decided',
  reversed: 'Money reversed',
}

const NEXT: Record<OfficePayment['dispute'], string | null> = {
  none: null,
  open: 'We will not send a refund while it is open. Answer it at PayPal: a refund here could send the money twice.',
  won: 'Refunds work as usual again.',
  lost: 'PayPal is returning the money to the payer. Until PayPal reports that, we will not send a refund.',
  reversed:
    'The money is gone. If the appointment is still booked, it is unpaid again: send a payment link, take it at the venue, or waive it on the member’s page.',
}

/** What PayPal reported, and what it means here. */
export function Disputes({ payment }: { payment: OfficePayment }) {
  return (
    <>
      <p>
        {disputeText(payment)}. {NEXT[payment.dispute]}
      </p>
      <DataTable
        caption="What PayPal reported"
        hideCaption
        rows={payment.dispute_events.map((event, n) => ({ ...event, n }))}
        rowKey={({ n }) => n}
        columns={[
          { label: 'What', cell: ({ kind }) => KINDS[kind] },
          { label: 'When', cell: ({ at }) => momentInWords(new Date(at)) },
          { label: 'Number at PayPal', cell: ({ dispute_id: id }) => id },
          { label: 'PayPal’s word', cell: ({ outcome }) => outcome ?? '' },
          {
            label: 'Amount',
            align: 'end',
            cell: ({ amount_pence: pence }) => (pence === null ? '' : pounds(pence)),
          },
        ]}
      />
    </>
  )
}
