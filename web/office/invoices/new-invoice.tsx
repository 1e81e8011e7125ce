import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import {
  INVOICE_KIND_LABELS,
  INVOICE_KINDS,
  MOST_ADDRESS_LINES,
} from '../../../domain/office/invoices.ts'
import { addDays, dayInWords, isCalendarDate, ukDate } from '../../../domain/uk-time.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { loadEvent } from '../events/load-event.ts'
import { AmountField, penceIn } from '../parts/amount-field.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'

const DAYS_TO_PAY = 30

export function loader(args: LoaderFunctionArgs): Promise<OfficeEvent> {
  return loadEvent(args)
}

/** An invoice to the host of an event, or one for a deposit. */
export function Component() {
  const event = useLoaderData<OfficeEvent>()
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const { event_id: id, event_name: name } = event

  function check(typed: FormData): FieldError[] {
    const errors = missingFields(typed, {
      kind: 'Choose what to issue.',
      host_name: 'Enter the name of the host.',
      address: 'Enter the address of the host.',
      description: 'Enter what it is for.',
    })
    if (linesIn(typed).length > MOST_ADDRESS_LINES)
      errors.push({ field: 'address', message: `Use ${MOST_ADDRESS_LINES} lines or fewer.` })
    if (!penceIn(typed, 'amount'))
      errors.push({ field: 'amount', message: 'Enter an amount in pounds, for example 250.00.' })
    if (!isCalendarDate(textIn(typed, 'due_on')))
      errors.push({ field: 'due_on', message: 'Enter the date by which the host has to pay.' })
    return errors
  }

  async function issue(typed: FormData) {
    const body = {
      kind: INVOICE_KINDS.find((one) => one === textIn(typed, 'kind')) ?? 'invoice',
      host_name: textIn(typed, 'host_name'),
      address_lines: linesIn(typed),
      description: textIn(typed, 'description'),
      amount_pence: penceIn(typed, 'amount') ?? 0,
      due_on: textIn(typed, 'due_on'),
    }
    const added = await write('POST /api/office/events/:id/invoices', {
      params: { id },
      body,
      idempotencyKey: keyOf(body),
    })
    toast({ text: 'The invoice has been issued.', tone: 'success' })
    await navigate(`/invoices/${added.id}`)
  }

  return (
    <OfficePage
      title="New invoice or deposit"
      trail={[
        { label: 'Events', to: '/events' },
        { label: name, to: `/events/${id}` },
      ]}
      lede={`For the host of ${name}, ${dayInWords(event.event_date)}. An invoice cannot be changed once it is issued. A wrong one is cancelled with a credit note.`}
    >
      <OfficeForm
        submit="Issue the invoice"
        check={check}
        send={issue}
        onCancel={() => navigate(`/events/${id}`)}
      >
        {(errorOf) => (
          <>
            <RadioGroup
              name="kind"
              label="What do you want to issue?"
              options={INVOICE_KINDS.map((value) => ({ value, label: INVOICE_KIND_LABELS[value] }))}
              error={errorOf('kind')}
            />
            <TextField
              name="host_name"
              label="Host"
              maxLength={120}
              autoComplete="off"
              defaultValue={event.host_name ?? ''}
              error={errorOf('host_name')}
            />
            <TextAreaField
              name="address"
              label="Address of the host"
              hint="Each line as on the envelope, with the postcode last."
              rows={4}
              error={errorOf('address')}
            />
            <TextField
              name="description"
              label="What is it for?"
              hint="For example, 20 PSA tests at £20.00."
              maxLength={300}
              autoComplete="off"
              error={errorOf('description')}
            />
            <AmountField name="amount" error={errorOf('amount')} />
            <TextField
              name="due_on"
              label="To be paid by"
              type="date"
              width={20}
              defaultValue={addDays(ukDate(new Date()), DAYS_TO_PAY)}
              error={errorOf('due_on')}
            />
          </>
        )}
      </OfficeForm>
    </OfficePage>
  )
}

function linesIn(typed: FormData): string[] {
  return textIn(typed, 'address')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
