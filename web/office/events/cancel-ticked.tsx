import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import type { TickedPreview } from '../../../domain/office/ticked.ts'
import { REFUND_RULES } from '../../../domain/repayments.ts'
import { ApiError } from '../../api.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { write } from '../api.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { useCan } from '../session.ts'
import { counted, whenInWords } from './event-text.ts'
import styles from './events.module.css'
import { loadTicked } from './load-ticked.ts'
import { TickedSummary } from './ticked-summary.tsx'

export const loader = loadTicked

const LABELS = {
  policy: 'According to the policy',
  full: 'In full',
  none: 'Nothing',
}

type Refund = keyof typeof LABELS
type Shown = { refund: Refund; reason: string; preview: TickedPreview }

/** Two steps: why and what to refund; then the sum of each. */
export function Component() {
  const { event, tab, ids } = useLoaderData<typeof loader>()
  const [shown, setShown] = useState<Shown | null>(null)
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const mayExceed = useCan('refunds.beyond_policy')
  const choices = REFUND_RULES.filter((refund) => mayExceed || refund !== 'full')
  const { event_id: id, event_name: name } = event
  const params = { id }
  const back = `/events/${id}/attendees?tab=${tab}`

  async function preview(typed: FormData) {
    const refund = choices.find((one) => one === textIn(typed, 'refund')) ?? 'policy'
    const found = await write('POST /api/office/events/:id/appointment-cancellations', {
      params,
      body: { ids, refund, dry_run: true },
    })
    if (!('people' in found)) throw new Error('a dry run has cancelled appointments')
    setShown({ refund, reason: textIn(typed, 'reason'), preview: found })
  }

  async function send() {
    if (!shown) return
    const { members, refund_pence: pence, shown: seen } = shown.preview
    const isSure = await confirm({
      title: `Cancel ${counted(members, 'appointment')}?`,
      text: `${pounds(pence)} will be refunded. You cannot undo this. The places will be offered to the waiting list.`,
      yes: 'Cancel the appointments',
      no: 'Go back',
    })
    if (!isSure) return
    const { refund, reason } = shown
    const body = { ids, refund, reason, shown: seen, dry_run: false as const }
    try {
      const started = await write('POST /api/office/events/:id/appointment-cancellations', {
        params,
        body,
        idempotencyKey: keyOf(body),
      })
      if ('bulk_action_id' in started) await navigate(`/bulk-actions/${started.bulk_action_id}`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'preview_outdated') setShown(null)
      throw error
    }
  }

  return (
    <OfficePage
      title={`Cancel ${counted(ids.length, 'ticked appointment')}`}
      trail={[
        { label: 'Events', to: '/events' },
        { label: name, to: `/events/${id}` },
        { label: 'Attendees', to: back },
      ]}
      lede={`${name}, ${whenInWords(event)}`}
    >
      <div className={styles.parts}>
        {ids.length === 0 ? (
          <p>Nobody is ticked. Go back to the attendees and tick the rows to cancel.</p>
        ) : (
          <OfficeForm
            submit="Preview"
            leave="Go back"
            check={check}
            send={preview}
            onCancel={() => navigate(back)}
          >
            {(errorOf) => (
              <>
                <RadioGroup
                  name="refund"
                  label="How much do you refund of what they paid?"
                  options={choices.map((value) => ({ value, label: LABELS[value] }))}
                  error={errorOf('refund')}
                />
                <ReasonField label="Why are you cancelling them?" error={errorOf('reason')} />
              </>
            )}
          </OfficeForm>
        )}
        {shown && (
          <TickedSummary
            key={shown.preview.shown}
            preview={shown.preview}
            isMove={false}
            send={send}
          />
        )}
      </div>
    </OfficePage>
  )
}

function check(typed: FormData): FieldError[] {
  const choice = { field: 'refund', message: 'Choose how much to refund.' }
  return [
    ...(textIn(typed, 'refund') === '' ? [choice] : []),
    ...missingFields(typed, { reason: 'Say why you are cancelling them.' }),
  ]
}
