import { useState } from 'react'
import { pounds } from '../../../domain/money.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useAction } from '../parts/use-action.ts'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import { type Refund, refundProblemText } from './payment-text.ts'

/** The next step of a refund that the provider refused. */
export function FailedRefund({ refund }: { refund: Refund }) {
  const [isByHand, setByHand] = useState(false)
  const keyOf = useIdempotencyKey()
  const mayRefund = useCan('refunds.write')
  const mayRecord = useCan('refunds.beyond_policy')
  const { id, due_pence: due } = refund
  const retry = useAction(async () => {
    const idempotencyKey = keyOf({ id })
    await write('POST /api/office/refunds/:id/retry', { params: { id }, idempotencyKey })
    toast({ text: `${pounds(due)} is being refunded again.`, tone: 'success' })
  })
  return (
    <Notice tone="warn">
      <p>
        A refund failed: {pounds(due)} has not reached the member. {refundProblemText(refund)}
      </p>
      {isByHand ? (
        <ByHand refund={refund} onCancel={() => setByHand(false)} />
      ) : (
        <Buttons>
          {mayRefund && (
            <Button pending={retry.isPending} onClick={retry.run}>
              Try again
            </Button>
          )}
          {mayRecord && (
            <Button kind="quiet" onClick={() => setByHand(true)}>
              Refunded another way
            </Button>
          )}
        </Buttons>
      )}
      {!mayRecord && <p>If you refunded it another way, the treasurer can record it here.</p>}
    </Notice>
  )
}

function ByHand({ refund, onCancel }: { refund: Refund; onCancel: () => void }) {
  const reportDone = useReportDone()
  const keyOf = useIdempotencyKey()
  const { id, due_pence: due } = refund
  async function record(note: string) {
    const body = { note }
    const idempotencyKey = keyOf({ id, ...body })
    await write('POST /api/office/refunds/:id/by-hand', { params: { id }, body, idempotencyKey })
    await reportDone(`${pounds(due)} has been recorded as refunded by hand.`)
  }
  return (
    <ReasonForm
      name="note"
      submit={`Record ${pounds(due)} as refunded`}
      label="How and when was it refunded?"
      hint="For example: bank transfer on 12 January. No account numbers."
      missing="Say how and when it was refunded."
      send={record}
      onCancel={onCancel}
    />
  )
}
