import { pounds } from '../../../domain/money.ts'
import type { OfficePayment } from '../../../domain/office/payment-schemas.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { DataTable } from '../parts/data-table.tsx'
import { FailedRefund } from './failed-refund.tsx'
import { EndedTable, OwedRefund } from './owed-refund.tsx'
import styles from './payment.module.css'
import { type Refund, type RefundRequest, refundStateText } from './payment-text.ts'
import { WaitingRefund } from './waiting-refund.tsx'

/** What waits for somebody first, then every refund and who decided it. */
export function Refunds({
  refunds,
  requests,
  owed,
}: Pick<OfficePayment, 'refunds' | 'requests' | 'owed'>) {
  const waiting = requests.filter(({ state }) => state === 'waits for a second person')
  const refused = requests.filter(({ state }) => state === 'refused')
  const open = owed.filter(({ due_pence: due }) => due > 0)
  const ended = owed.filter(({ due_pence: due }) => due === 0)
  return (
    <div className={styles.parts}>
      {open.map((one) => (
        <OwedRefund key={one.id} owed={one} />
      ))}
      {waiting.map((request) => (
        <WaitingRefund key={request.id} request={request} />
      ))}
      {refunds
        .filter(({ due_pence: due }) => due > 0)
        .map((refund) => (
          <FailedRefund key={refund.id} refund={refund} />
        ))}
      {refunds.length === 0 && <p>Nothing has been refunded.</p>}
      {refunds.length > 0 && <RefundTable refunds={refunds} />}
      {ended.length > 0 && <EndedTable owed={ended} />}
      {refused.length > 0 && <RefusedTable requests={refused} />}
    </div>
  )
}

function RefundTable({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <DataTable
      caption="Refunds"
      hideCaption
      rows={refunds}
      rowKey={({ id }) => id}
      columns={[
        { label: 'Requested', cell: ({ at }) => moment(at) },
        { label: 'Why', cell: ({ typed_reason: typed, reason }) => typed ?? reason },
        { label: 'By', cell: ({ asked_by: by, confirmed_by: second }) => people(by, second) },
        { label: 'State', cell: refundStateText },
        { label: 'Since', cell: ({ changed_at: at }) => moment(at) },
        { label: 'At PayPal', cell: ({ provider_refund_id: id }) => id ?? '' },
        { label: 'Amount', align: 'end', cell: ({ amount_pence: pence }) => pounds(pence) },
      ]}
    />
  )
}

function RefusedTable({ requests }: { requests: readonly RefundRequest[] }) {
  return (
    <DataTable
      caption="Refunds a second person did not approve"
      rows={requests}
      rowKey={({ id }) => id}
      columns={[
        { label: 'Asked for', cell: ({ asked_at: at }) => moment(at) },
        { label: 'By', cell: ({ asked_by: by }) => by },
        { label: 'Why', cell: ({ reason }) => reason },
        { label: 'Refused by', cell: ({ decided_by: by }) => by ?? '' },
        { label: 'Because', cell: ({ decision }) => decision ?? '' },
        { label: 'Amount', align: 'end', cell: ({ amount_pence: pence }) => pounds(pence) },
      ]}
    />
  )
}

function people(by: string | null, second: string | null): string {
  if (by === null) return 'The site'
  return second === null ? by : `${by}, approved by ${second}`
}

function moment(at: string): string {
  return momentInWords(new Date(at))
}
