import { useState } from 'react'
import { pounds } from '../../../domain/money.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useAction } from '../parts/use-action.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import type { RefundRequest } from './payment-text.ts'

/** A refund that a second person confirms or refuses; who asked for it can take it back. */
export function WaitingRefund({ request }: { request: RefundRequest }) {
  const [isRefusing, setRefusing] = useState(false)
  const mayConfirm = useCan('refunds.beyond_policy') && !request.is_own
  const mayRefuse = useCan('refunds.write')
  const { id, amount_pence: pence, asked_by: by, asked_at: at, reason, is_own: isOwn } = request
  const accept = useAction(async () => {
    const isSure = await confirm({
      title: `Approve the refund of ${pounds(pence)}?`,
      text: `${by} requested it: ‘${reason}’. It goes back to the card and you cannot undo it.`,
      yes: `Refund ${pounds(pence)}`,
      no: 'Go back',
    })
    if (!isSure) return
    await write('POST /api/office/refund-requests/:id/confirmation', { params: { id } })
    toast({ text: `${pounds(pence)} is being refunded.`, tone: 'success' })
  })
  return (
    <Notice tone="warn">
      <p>
        {isOwn ? 'You have' : `${by} has`} asked for a refund of {pounds(pence)} on{' '}
        {momentInWords(new Date(at))}: ‘{reason}’. Because of the amount, another treasurer must
        approve it before it is sent.
      </p>
      {isRefusing ? (
        <Refuse request={request} onCancel={() => setRefusing(false)} />
      ) : (
        <Buttons>
          {mayConfirm && (
            <Button pending={accept.isPending} onClick={accept.run}>
              Approve
            </Button>
          )}
          {mayRefuse && (
            <Button kind="quiet" onClick={() => setRefusing(true)}>
              {refuseLabel(request)}
            </Button>
          )}
        </Buttons>
      )}
    </Notice>
  )
}

function Refuse({ request, onCancel }: { request: RefundRequest; onCancel: () => void }) {
  const reportDone = useReportDone()
  async function refuse(reason: string) {
    await write('POST /api/office/refund-requests/:id/refusal', {
      params: { id: request.id },
      body: { reason },
    })
    await reportDone('Nothing has been refunded.')
  }
  return (
    <ReasonForm
      submit={refuseLabel(request)}
      label="Why is it not being refunded?"
      missing="Say why it is not being refunded."
      send={refuse}
      onCancel={onCancel}
      leave="Go back"
    />
  )
}

function refuseLabel({ is_own: isOwn }: RefundRequest): string {
  return isOwn ? 'Withdraw the request' : 'Refuse'
}
