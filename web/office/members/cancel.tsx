import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useCan } from '../session.ts'
import {
  forClerk,
  isPaidByCard,
  type RefundChoice,
  refundWords,
  whenWords,
} from './booking-words.ts'
import { loadAppointment } from './load-appointment.ts'

const REFUNDS: readonly RefundChoice[] = ['policy', 'full', 'none']
const REFUND_LABELS = {
  policy: 'By the policy',
  full: 'In full',
  none: 'Nothing',
}

export function loader({ params, request }: LoaderFunctionArgs) {
  return loadAppointment(params, request.signal)
}

export function Component() {
  const { member, appointment } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const mayExceed = useCan('refunds.beyond_policy')
  const { appointment_id: id } = appointment
  const back = `/members/${member.id}`
  const name = `${member.first_name} ${member.last_name}`
  const isPaid = isPaidByCard(appointment)
  const choices = REFUNDS.filter((refund) => mayExceed || refund !== 'full')

  function check(typed: FormData): FieldError[] {
    const errors: FieldError[] = []
    if (isPaid && textIn(typed, 'refund') === '')
      errors.push({ field: 'refund', message: 'Please choose what is refunded.' })
    if (textIn(typed, 'reason') === '')
      errors.push({ field: 'reason', message: 'Please say why you cancel it.' })
    return errors
  }

  async function cancel(typed: FormData) {
    const refund = choices.find((choice) => choice === textIn(typed, 'refund')) ?? 'policy'
    const body = { reason: textIn(typed, 'reason'), refund }
    const isSure = await confirm({
      title: `Cancel the appointment of ${name}?`,
      text: `${appointment.event_name}, ${whenWords(appointment)}. ${refundWords(appointment, refund, new Date())} The cancellation is sent to ${member.email}. The place is offered to the waiting list.`,
      yes: 'Cancel the appointment',
      no: 'Leave it booked',
    })
    if (!isSure) return
    try {
      const idempotencyKey = keyOf(body)
      const answer = await write('PUT /api/office/appointments/:id/cancel', {
        params: { id },
        body,
        idempotencyKey,
      })
      const { refund: due } = answer.appointment
      const money = due ? ` ${pounds(due.amount_pence)} is refunded.` : ''
      toast({ text: `The appointment of ${name} is cancelled.${money}`, tone: 'success' })
    } catch (error) {
      throw forClerk(error)
    }
    await navigate(back)
  }

  return (
    <OfficePage
      title={`Cancel the appointment of ${name}`}
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: back },
      ]}
      lede={`${appointment.event_name}, ${whenWords(appointment)}`}
    >
      <OfficeForm submit="Cancel the appointment" check={check} send={cancel}>
        {(errorOf) => (
          <>
            {isPaid ? (
              <RadioGroup
                name="refund"
                label={`Refund of the ${pounds(appointment.price_pence)} paid by card`}
                options={choices.map((choice) => ({
                  value: choice,
                  label: `${REFUND_LABELS[choice]}: ${refundWords(appointment, choice, new Date())}`,
                }))}
                error={errorOf('refund')}
              />
            ) : (
              <p>{refundWords(appointment, 'none', new Date())}</p>
            )}
            <TextField
              name="reason"
              label="Why you cancel it"
              maxLength={500}
              autoComplete="off"
              error={errorOf('reason')}
            />
          </>
        )}
      </OfficeForm>
    </OfficePage>
  )
}
