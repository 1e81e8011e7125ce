import { useNavigate } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { PAID_HOW, PAID_HOW_LABELS } from '../../../domain/office/venue-payments.ts'
import { ukDate, ukInstant, ukTime } from '../../../domain/uk-time.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { AmountField, penceIn } from '../parts/amount-field.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useMe } from '../session.ts'
import { forClerk, owedPence } from './booking-text.ts'

type Props = { member: OfficeMember; appointment: OfficeMember['appointments'][number] }

/** Money that staff have taken without the site. */
export function RecordVenuePayment({ member, appointment }: Props) {
  const { name: clerk } = useMe()
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const { appointment_id: id } = appointment
  const price = owedPence(appointment)
  const now = new Date()

  function check(typed: FormData): FieldError[] {
    const errors: FieldError[] = []
    const need = (field: string, message: string) => errors.push({ field, message })
    if (textIn(typed, 'how') === '') need('how', 'Say how it was paid.')
    const pence = penceIn(typed, 'pence') ?? 0
    if (pence < 1 || pence > price)
      need('pence', `Enter ${pounds(price)}, or the part that was paid.`)
    if (textIn(typed, 'taken_by') === '') need('taken_by', 'Enter who took it.')
    const at = momentOf(textIn(typed, 'taken_at'))
    if (!at || at > new Date()) need('taken_at', 'Enter when it was taken.')
    return errors
  }

  async function record(typed: FormData) {
    const how = PAID_HOW.find((one) => one === textIn(typed, 'how')) ?? 'cash'
    const pence = penceIn(typed, 'pence') ?? 0
    const body = {
      pence,
      owed_pence: price,
      how,
      taken_by: textIn(typed, 'taken_by'),
      taken_at: (momentOf(textIn(typed, 'taken_at')) ?? new Date()).toISOString(),
    }
    const call = 'POST /api/office/appointments/:id/takings'
    try {
      await write(call, { params: { id }, body, idempotencyKey: keyOf(body) })
    } catch (error) {
      throw forClerk(error)
    }
    const left = pence < price ? ` ${pounds(price - pence)} is still to pay.` : ''
    toast({ text: `${pounds(pence)} has been recorded as paid.${left}`, tone: 'success' })
    await navigate(`/members/${member.id}`)
  }

  return (
    <section aria-labelledby="taking">
      <h2 id="taking">Paid without a payment link</h2>
      <OfficeForm submit="Record the payment" check={check} send={record}>
        {(errorOf) => (
          <>
            <p>
              Record it only when you have the money. If a part was paid, enter that part: the rest
              stays unpaid. A wrong entry can be undone under Payments, with a reason.
            </p>
            <RadioGroup
              name="how"
              label="How"
              options={PAID_HOW.map((how) => ({ value: how, label: PAID_HOW_LABELS[how] }))}
              error={errorOf('how')}
            />
            <AmountField name="pence" pence={price} error={errorOf('pence')} />
            <TextField
              name="taken_by"
              label="Who took it"
              maxLength={120}
              autoComplete="off"
              defaultValue={clerk}
              error={errorOf('taken_by')}
            />
            <TextField
              name="taken_at"
              label="When"
              type="datetime-local"
              width={20}
              defaultValue={`${ukDate(now)}T${ukTime(now)}`}
              error={errorOf('taken_at')}
            />
          </>
        )}
      </OfficeForm>
    </section>
  )
}

/** Nothing more is to be paid, or less. */
export function Waive({ member, appointment }: Props) {
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const { appointment_id: id } = appointment
  const price = owedPence(appointment)

  function check(typed: FormData): FieldError[] {
    const pence = penceIn(typed, 'waived') ?? 0
    const amount =
      pence < 1 || pence > price
        ? [{ field: 'waived', message: `Enter ${pounds(price)}, or the part that is waived.` }]
        : []
    return [...amount, ...missingFields(typed, { waived_because: 'Say why it is waived.' })]
  }

  async function waive(typed: FormData) {
    const pence = penceIn(typed, 'waived') ?? price
    const reason = textIn(typed, 'waived_because')
    const left = price - pence
    const body = left === 0 ? { reason } : { reason, pence, owed_pence: price }
    const isSure = await confirm({
      title: `Waive ${left === 0 ? 'the ' : ''}${pounds(pence)}?`,
      text: `${member.first_name} ${member.last_name} will have ${left === 0 ? 'nothing' : pounds(left)} to pay. The reason stays on the record.`,
      yes: 'Waive it',
      no: 'Go back',
    })
    if (!isSure) return
    const call = 'POST /api/office/appointments/:id/waiver'
    try {
      await write(call, { params: { id }, body, idempotencyKey: keyOf(body) })
    } catch (error) {
      throw forClerk(error)
    }
    const rest = left === 0 ? '' : ` ${pounds(left)} is still to pay.`
    toast({
      text: `${left === 0 ? 'The ' : ''}${pounds(pence)} has been waived.${rest}`,
      tone: 'success',
    })
    await navigate(`/members/${member.id}`)
  }

  return (
    <section aria-labelledby="waiver">
      <h2 id="waiver">Waive it</h2>
      <OfficeForm submit="Waive the payment" check={check} send={waive}>
        {(errorOf) => (
          <>
            <AmountField
              name="waived"
              label="Amount to waive, in pounds"
              hint="Enter a part for a lower price: the rest stays unpaid."
              pence={price}
              error={errorOf('waived')}
            />
            <ReasonField
              name="waived_because"
              label="Why is it waived?"
              error={errorOf('waived_because')}
            />
          </>
        )}
      </OfficeForm>
    </section>
  )
}

/** Of a London 'YYYY-MM-DDTHH:mm'; null when it is none. */
function momentOf(typed: string): Date | null {
  const [, date = '', time = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(typed) ?? []
  return date === '' ? null : ukInstant(date, time)
}
