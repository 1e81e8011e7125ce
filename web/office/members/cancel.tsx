import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import { moneyInWords } from '../../../domain/money-shown.ts'
import { REFUND_RULES } from '../../../domain/repayments.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useCan } from '../session.ts'
import { AppointmentPage, useLeave } from './appointment-page.tsx'
import { forClerk, holdsMoney, refundText, toldText, whenText } from './booking-text.ts'
import { loadAppointment } from './load-appointment.ts'

const REFUND_LABELS = {
  policy: 'According to the policy',
  full: 'In full',
  none: 'Nothing',
}

export function loader({ params, request }: LoaderFunctionArgs) {
  return loadAppointment(params, request.signal)
}

export function Component() {
  const { member, appointment } = useLoaderData<typeof loader>()
  const leave = useLeave(member)
  const keyOf = useIdempotencyKey()
  const mayExceed = useCan('refunds.beyond_policy')
  const { appointment_id: id } = appointment
  const name = `${member.first_name} ${member.last_name}`
  const isPaid = holdsMoney(appointment)
  const choices = REFUND_RULES.filter((refund) => mayExceed || refund !== 'full')

  function check(typed: FormData): FieldError[] {
    const errors: FieldError[] = []
    if (isPaid && textIn(typed, 'refund') === '')
      errors.push({ field: 'refund', message: 'Choose how much to refund.' })
    return [...errors, ...missingFields(typed, { reason: 'Say why you are cancelling it.' })]
  }

  async function cancel(typed: FormData) {
    const refund = choices.find((choice) => choice === textIn(typed, 'refund')) ?? 'policy'
    const body = { reason: textIn(typed, 'reason'), refund }
    const isSure = await confirm({
      title: `Cancel ${name}’s appointment?`,
      text: `${appointment.event_name}, ${whenText(appointment)}. ${refundText(appointment, refund, new Date())} ${toldText('The cancellation will be', member)} The place will be offered to the waiting list.`,
      yes: 'Cancel the appointment',
      no: 'Keep the appointment',
    })
    if (!isSure) return
    try {
      const idempotencyKey = keyOf(body)
      const answer = await write('PUT /api/office/appointments/:id/cancel', {
        params: { id },
        body,
        idempotencyKey,
      })
      const after = answer.appointment.money
      const money = after ? ` ${moneyInWords(after)}` : ''
      toast({ text: `${name}’s appointment has been cancelled.${money}`, tone: 'success' })
    } catch (error) {
      throw forClerk(error)
    }
    await leave(id)
  }

  return (
    <AppointmentPage
      verb="Cancel"
      member={member}
      appointment={appointment}
      lede={`${appointment.event_name}, ${whenText(appointment)}`}
    >
      <OfficeForm submit="Cancel the appointment" check={check} send={cancel}>
        {(errorOf) => (
          <>
            {isPaid ? (
              <RadioGroup
                name="refund"
                label={`Refund of the ${pounds(appointment.money?.held_pence ?? 0)} paid`}
                options={choices.map((choice) => ({
                  value: choice,
                  label: `${REFUND_LABELS[choice]}: ${refundText(appointment, choice, new Date())}`,
                }))}
                error={errorOf('refund')}
              />
            ) : (
              <p>{refundText(appointment, 'none', new Date())}</p>
            )}
            <ReasonField label="Why are you cancelling it?" error={errorOf('reason')} />
          </>
        )}
      </OfficeForm>
    </AppointmentPage>
  )
}
