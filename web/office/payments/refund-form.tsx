import { pounds } from '../../../domain/money.ts'
import type { OfficePayment } from '../../../domain/office/payment-schemas.ts'
import { confirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { write } from '../api.ts'
import { AmountField, penceIn } from '../parts/amount-field.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useReportDone } from '../parts/use-report-done.ts'
import { useCan } from '../session.ts'
import { refundErrors } from './payment-text.ts'

export function RefundForm({ payment }: { payment: OfficePayment }) {
  const mayExceed = useCan('refunds.beyond_policy')
  const reportDone = useReportDone()
  const keyOf = useIdempotencyKey()
  const { id, left_pence: left, policy_pence: policy, member_name: name } = payment
  const { alone_pence: alone } = payment

  async function refund(typed: FormData) {
    const pence = penceIn(typed, 'amount') ?? 0
    const body = { pence, reason: textIn(typed, 'reason') }
    const rest = pence === left ? 'Nothing will be left' : `${pounds(left - pence)} will be left`
    const booked = payment.appointment?.status === 'booked'
    const isForTwo = pence > alone
    const isSure = await confirm({
      title: `Refund ${pounds(pence)} to ${name}?`,
      text: `${isForTwo ? 'Another treasurer must approve it first. ' : ''}${payment.taken ? 'You refund it by hand, and the record' : 'It goes back to the card and'} cannot be undone. ${rest} of this payment.${booked ? ' The appointment stays booked.' : ''} ${payment.email === null ? 'Tell the member yourself: we have no email address.' : `We will email ${payment.email}.`}`,
      yes: `Refund ${pounds(pence)}`,
      no: 'Go back',
    })
    if (!isSure) return
    const idempotencyKey = keyOf({ ...body, left })
    await write('POST /api/office/payments/:id/refunds', { params: { id }, body, idempotencyKey })
    await reportDone(
      isForTwo
        ? `The refund of ${pounds(pence)} is waiting for another treasurer.`
        : `${pounds(pence)} is being refunded to ${name}.`,
    )
  }

  return (
    <OfficeForm
      submit="Refund"
      check={(typed) =>
        refundErrors(
          { amount: textIn(typed, 'amount'), reason: textIn(typed, 'reason') },
          payment,
          mayExceed,
        )
      }
      send={refund}
    >
      {(errorOf) => (
        <>
          <AmountField
            name="amount"
            hint={`${pounds(left)} is left. The policy allows ${pounds(policy)}.${alone < left ? ` Another treasurer must approve anything above ${pounds(alone)}.` : ''}`}
            pence={policy > 0 ? policy : undefined}
            error={errorOf('amount')}
          />
          <TextField
            name="reason"
            label="Why are you refunding it?"
            maxLength={500}
            autoComplete="off"
            error={errorOf('reason')}
          />
        </>
      )}
    </OfficeForm>
  )
}
