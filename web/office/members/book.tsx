import { useCallback, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router'
import { type ConsentForm, consentErrors } from '../../../domain/consent.ts'
import { pounds } from '../../../domain/money.ts'
import type { OnBehalfBooking } from '../../../domain/office/booking-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'
import { toConsent } from '../../booking/answers.ts'
import { nameQuestion } from '../../booking/consent-form.tsx'
import { RadioGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { read, write } from '../api.ts'
import { whenInWords } from '../events/event-text.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { PersonBanner } from '../parts/person-banner.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useMe } from '../session.ts'
import { useLeave } from './appointment-page.tsx'
import { BeforeConsent } from './before-consent.tsx'
import { forClerk, isUpcoming, toldText, whenText } from './booking-text.ts'
import { helpFormErrors, noHelp, toHelp } from './consent-help-form.ts'
import { ConsentQuestions } from './consent-questions.tsx'
import { HeldTime, whyNotHeld } from './held-time.tsx'
import { JoinWaitingList } from './join-waiting-list.tsx'
import { loadTimes } from './load-times.ts'
import { TimeField } from './time-field.tsx'
import { timeOf } from './times.ts'
import { useHoldForMember } from './use-hold-for-member.ts'

const PAYMENTS = [
  { value: 'due', label: 'Still to pay: send a payment link by email or text next' },
  { value: 'at_venue', label: 'At the venue, on the day' },
  { value: 'waived', label: 'Waived: the member pays nothing' },
] as const
const CONSENTS = [
  { value: 'own', label: 'The member’s own, given on the website' },
  { value: 'telephone', label: 'Given now by phone' },
  { value: 'paper', label: 'Given on paper' },
] as const

const DOUBT_FIRST = 'A doubt is recorded first: a clinician decides, and nothing is booked now.'

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  const [member, { event, times }] = await Promise.all([
    read('GET /api/office/members/:id', { params: { id: String(params.id) }, signal }),
    loadTimes(params, signal),
  ])
  return { member, event, times }
}

export function Component() {
  const { member, event, times } = useLoaderData<typeof loader>()
  const { name: clerk } = useMe()
  const navigate = useNavigate()
  const leave = useLeave(member)
  const revalidator = useRevalidator()
  const keyOf = useIdempotencyKey()
  const { revalidate } = revalidator
  const onTaken = useCallback(() => void revalidate(), [revalidate])
  const held = { memberId: member.id, eventId: event.event_id, onTaken }
  const { place, holdManager } = useHoldForMember(held)
  const own = member.consents.find(
    ({ event_id: id, state }) => id === event.event_id && state === 'valid',
  )
  const [channel, setChannel] = useState<string>(own ? 'own' : '')
  const [answers, setAnswers] = useState<ConsentForm>({})
  const [understands, setUnderstands] = useState('')
  const [help, setHelp] = useState(noHelp)
  const notHeld = whyNotHeld(place)
  const price = event.price ?? event.product_price ?? 0
  const back = `/members/${member.id}`
  const name = `${member.first_name} ${member.last_name}`
  const isTaken = channel === 'telephone' || channel === 'paper'
  const upcoming = member.appointments.find((one) => isUpcoming(one, new Date()))

  function check(typed: FormData): FieldError[] {
    const errors: FieldError[] = []
    const need = (field: string, message: string) => errors.push({ field, message })
    if (textIn(typed, 'time') === '') need('time', 'Choose a time.')
    if (channel === '') need('channel', 'Choose how the member gave consent.')
    if (isTaken && textIn(typed, 'taken_by') === '') need('taken_by', 'Enter who took it.')
    if (isTaken && understands !== 'yes')
      need('understands', understands === '' ? 'Please answer this.' : DOUBT_FIRST)
    if (isTaken) errors.push(...helpFormErrors(help, member.support_needs))
    if (isTaken) errors.push(...consentErrors(answers).map(nameQuestion))
    const payment = textIn(typed, 'payment')
    if (price > 0 && payment === '') need('payment', 'Choose what happens about the payment.')
    if (price > 0 && payment === 'waived' && textIn(typed, 'reason') === '')
      need('reason', 'Say why there is nothing to pay.')
    return errors
  }

  async function book(typed: FormData) {
    if (!(await holdManager.ensureHold())) throw forClerk(holdManager.state().problem?.error)
    const at = timeOf(textIn(typed, 'time'))
    const reason = textIn(typed, 'reason')
    const payment = PAYMENTS.find(({ value }) => value === textIn(typed, 'payment'))
    const given = isTaken ? toConsent(answers, { psaTestDate: event.event_date }) : null
    const body: OnBehalfBooking = {
      member_id: member.id,
      event_id: event.event_id,
      ...at,
      payment: payment?.value ?? 'at_venue',
      ...(isTaken &&
        given && {
          consent: {
            channel,
            taken_by: textIn(typed, 'taken_by'),
            answers: given,
            understands: true,
            ...toHelp(help, member.support_needs),
          },
        }),
      ...(reason && { reason }),
    }
    const about = payment ? `${pounds(price)}: ${payment.label}.` : 'There is nothing to pay.'
    const isSure = await confirm({
      title: `Book ${name} for ${whenText(at)}?`,
      text: `${event.event_name}. ${about} ${toldText('A confirmation will be', member)}`,
      yes: 'Book',
      no: 'Go back',
    })
    if (!isSure) return
    let appointmentId: number
    try {
      const idempotencyKey = keyOf(body)
      const { appointment } = await write('POST /api/office/appointments', { body, idempotencyKey })
      appointmentId = appointment.appointment_id
      holdManager.release()
      toast({ text: `${name} is booked. Reference ${appointment.reference}.`, tone: 'success' })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'slot_taken')
        holdManager.onSlotLost({ wanted: textIn(typed, 'time'), error })
      throw forClerk(error)
    }
    if (body.payment === 'due' && price > 0)
      await navigate(`${back}/appointments/${appointmentId}/payment`)
    else await leave(appointmentId)
  }

  return (
    <OfficePage
      title={`Book ${name}`}
      trail={[
        { label: 'Members', to: '/members' },
        { label: name, to: back },
        { label: 'Events', to: `${back}/book` },
      ]}
      lede={`${event.event_name}, ${whenInWords(event)}`}
    >
      <PersonBanner person={member.person} />
      {upcoming && (
        <Notice tone="warn" title="This member already has an appointment">
          <p>
            {upcoming.event_name}, {whenText(upcoming)}. A member can have only one upcoming
            appointment: <Link to={back}>move or cancel that one</Link> first.
          </p>
        </Notice>
      )}
      {times.length === 0 ? (
        <JoinWaitingList member={member} event={event} />
      ) : (
        <OfficeForm
          submit="Book"
          check={check}
          send={book}
          toFieldError={({ code, message }) =>
            code === 'slot_taken' ? { field: 'time', message } : null
          }
          onCancel={() => navigate(back)}
        >
          {(errorOf) => (
            <>
              <TimeField
                times={times}
                error={notHeld ?? errorOf('time')}
                isAnnounced={notHeld !== undefined}
                chosen={place.chosen ?? ''}
                onChoose={holdManager.choose}
              />
              <HeldTime place={place} name={name} />
              <RadioGroup
                name="channel"
                label="Consent"
                hint={
                  own && `The member’s own was given on ${dayInWords(own.given_at.slice(0, 10))}.`
                }
                options={CONSENTS.filter(({ value }) => own || value !== 'own')}
                value={channel}
                onChange={setChannel}
                error={errorOf('channel')}
              />
              {isTaken && (
                <BeforeConsent
                  memberId={member.id}
                  understands={understands}
                  onUnderstands={setUnderstands}
                  help={help}
                  onHelp={setHelp}
                  needs={member.support_needs}
                  errorOf={errorOf}
                />
              )}
              {isTaken && understands === 'yes' && (
                <ConsentQuestions
                  channel={channel}
                  takenBy={clerk}
                  answers={answers}
                  errorOf={errorOf}
                  onChange={(next) => setAnswers({ ...answers, ...next })}
                />
              )}
              {price > 0 && (
                <RadioGroup
                  name="payment"
                  label={`Payment of ${pounds(price)}`}
                  options={PAYMENTS}
                  error={errorOf('payment')}
                />
              )}
              <TextField
                name="reason"
                label="Why you book for the member"
                hint="For example, they called us. You must give a reason if you waive the payment."
                maxLength={500}
                autoComplete="off"
                optional
                error={errorOf('reason')}
              />
            </>
          )}
        </OfficeForm>
      )}
    </OfficePage>
  )
}
