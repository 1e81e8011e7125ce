import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import {
  differenceAt,
  differenceInWords,
  moveMoneyInWords,
  pricedOf,
} from '../../../domain/move-money.ts'
import type { OnBehalfMove } from '../../../domain/office/booking-schemas.ts'
import { sentenceForClerk } from '../../../domain/office/clerk-sentences.ts'
import { ApiError } from '../../api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { chargePenceOf, whenInWords } from '../events/event-text.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { AppointmentPage, useLeave } from './appointment-page.tsx'
import { forClerk, toldText, whenText } from './booking-text.ts'
import { loadAppointment } from './load-appointment.ts'
import { loadTimes } from './load-times.ts'
import { TimeField } from './time-field.tsx'
import { timeOf } from './times.ts'

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const [found, { event, times }] = await Promise.all([
    loadAppointment(params, signal),
    loadTimes(params, signal),
  ])
  return { ...found, event, times }
}

export function Component() {
  const { member, appointment, event, times } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const leave = useLeave(member)
  const revalidator = useRevalidator()
  const keyOf = useIdempotencyKey()
  const { appointment_id: id } = appointment
  const back = `/members/${member.id}`
  const name = `${member.first_name} ${member.last_name}`
  const isOther = event.event_id !== appointment.event_id
  const pricePence = isOther ? (chargePenceOf(event) ?? 0) : appointment.price_pence
  const paid = pricedOf(appointment)
  const lacksNumber = isOther && event.requires_nhs_number && member.nhs_number !== 'confirmed'
  const aboutMoney = moveMoneyInWords(pricePence, paid)

  async function move(typed: FormData) {
    const at = timeOf(textIn(typed, 'time'))
    const differencePence = differenceAt(pricePence, paid)
    const body = {
      event_id: event.event_id,
      ...at,
      reason: textIn(typed, 'reason'),
      ...(differencePence !== 0 && { difference_pence: differencePence }),
    }
    const isSure = await confirm({
      title: `Move ${name} to ${whenText(at)}?`,
      text: `From ${appointment.event_name}, ${whenText(appointment)}, to ${event.event_name}. ${toldText('The new time will be', member)}${isOther ? ' The consent moves too.' : ''} ${aboutMoney}`,
      yes: 'Move',
      no: 'Go back',
    })
    if (!isSure) return
    try {
      if (!(await send(body))) return
    } catch (error) {
      if (error instanceof ApiError && error.code === 'slot_taken') await revalidator.revalidate()
      throw forClerk(error)
    }
    toast({ text: `${name} has been moved to ${whenText(at)}.`, tone: 'success' })
    await leave(id)
  }

  /** False when the clerk does not agree to what another price means. */
  async function send(body: OnBehalfMove): Promise<boolean> {
    const call = 'PUT /api/office/appointments/:id/move'
    try {
      await write(call, { params: { id }, body, idempotencyKey: keyOf(body) })
      return true
    } catch (error) {
      const differencePence = otherPriceOf(error)
      if (differencePence === null || body.difference_pence === differencePence) throw error
      const isSure = await confirm({
        title: `The price or the payment has changed. Move ${name}?`,
        text: differenceInWords(differencePence),
        yes: 'Move',
        no: 'Go back',
      })
      return isSure && send({ ...body, difference_pence: differencePence })
    }
  }

  return (
    <AppointmentPage
      verb="Move"
      member={member}
      appointment={appointment}
      lede={`Now: ${appointment.event_name}, ${whenText(appointment)}. To: ${event.event_name}, ${whenInWords(event)}.`}
      actions={
        <ButtonLink kind="quiet" to={`${back}/appointments/${id}/move`}>
          Another event
        </ButtonLink>
      }
    >
      <OfficeForm
        submit="Move"
        check={check}
        send={move}
        toFieldError={({ code, message }) =>
          code === 'slot_taken' ? { field: 'time', message } : null
        }
        onCancel={() => navigate(back)}
      >
        {(errorOf) => (
          <>
            {lacksNumber && (
              <Notice tone="warn" title="The member cannot be moved to this event yet">
                <p>{sentenceForClerk('nhs_number_required')}</p>
              </Notice>
            )}
            <p>{aboutMoney}</p>
            <TimeField times={times} error={errorOf('time')} />
            <ReasonField label="Why are you moving it?" error={errorOf('reason')} />
          </>
        )}
      </OfficeForm>
    </AppointmentPage>
  )
}

/** Pence that are more to pay, negative for what goes back; null for another error. */
function otherPriceOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'other_price') return null
  const pence = error.body.difference_pence
  return typeof pence === 'number' ? pence : null
}

function check(typed: FormData): FieldError[] {
  const errors: FieldError[] = []
  if (textIn(typed, 'time') === '') errors.push({ field: 'time', message: 'Choose a time.' })
  return [...errors, ...missingFields(typed, { reason: 'Say why you are moving it.' })]
}
