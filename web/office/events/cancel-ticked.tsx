import { useLoaderData } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import { REFUND_RULES } from '../../../domain/repayments.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { write } from '../api.ts'
import { textIn } from '../parts/office-form.tsx'
import { useCan } from '../session.ts'
import { loadTicked } from './load-ticked.ts'
import { TickedPage } from './ticked-page.tsx'

export const loader = loadTicked

const LABELS = {
  policy: 'According to the policy',
  full: 'In full',
  none: 'Nothing',
}

/** Cancels the ticked appointments, with one rule for what is refunded. */
export function Component() {
  const ticked = useLoaderData<typeof loader>()
  const mayExceed = useCan('refunds.beyond_policy')
  const choices = REFUND_RULES.filter((refund) => mayExceed || refund !== 'full')
  const params = { id: ticked.event.event_id }
  return (
    <TickedPage
      verb="cancel"
      ticked={ticked}
      toWanted={(typed) => ({
        refund: choices.find((one) => one === textIn(typed, 'refund')) ?? ('policy' as const),
      })}
      send={(call) =>
        write('POST /api/office/events/:id/appointment-cancellations', { params, ...call })
      }
      question={({ refund_pence: pence }) => ({
        text: `${pounds(pence)} will be refunded. You cannot undo this. The places will be offered to the waiting list.`,
        yes: 'Cancel the appointments',
      })}
      check={check}
    >
      {(errorOf) => (
        <RadioGroup
          name="refund"
          label="How much do you refund of what they paid?"
          options={choices.map((value) => ({ value, label: LABELS[value] }))}
          error={errorOf('refund')}
        />
      )}
    </TickedPage>
  )
}

function check(typed: FormData): FieldError[] {
  if (textIn(typed, 'refund') !== '') return []
  return [{ field: 'refund', message: 'Choose how much to refund.' }]
}
