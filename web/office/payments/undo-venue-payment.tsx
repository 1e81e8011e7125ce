import { pounds } from '../../../domain/money.ts'
import type { OfficePayment } from '../../../domain/office/payment-schemas.ts'
import { confirm } from '../../ui/dialog.tsx'
import { write } from '../api.ts'
import { ReasonForm } from '../parts/reason-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useReportDone } from '../parts/use-report-done.ts'

/** For a record of money at the venue that was wrong from the start, not for a refund. */
export function UndoVenuePayment({ payment }: { payment: OfficePayment }) {
  const reportDone = useReportDone()
  const keyOf = useIdempotencyKey()
  const { id, amount_pence: pence, member_name: name } = payment

  async function undo(reason: string) {
    const body = { reason }
    const isSure = await confirm({
      title: `Undo the ${pounds(pence)} of ${name}?`,
      text: 'The entry stays visible, struck through. The amount will be to pay again, and no figure counts it.',
      yes: 'Undo it',
      no: 'Go back',
    })
    if (!isSure) return
    const call = 'POST /api/office/payments/:id/undo-taking'
    await write(call, { params: { id }, body, idempotencyKey: keyOf(body) })
    await reportDone(`The payment of ${pounds(pence)} has been undone.`)
  }

  return (
    <ReasonForm
      name="undone_because"
      submit="Undo the entry"
      label="Why it is undone"
      missing="Say why the entry is wrong."
      send={undo}
    >
      <p>
        Only when it was recorded for the wrong person or with the wrong amount, or was given back
        at the venue. Otherwise make a refund.
      </p>
    </ReasonForm>
  )
}
