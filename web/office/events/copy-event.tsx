import { useState } from 'react'
import type { OfficeEvent } from '../../../domain/office/event-shapes.ts'
import { addDays, isCalendarDate, longDate } from '../../../domain/uk-time.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import { Modal } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'

type Props = { event: OfficeEvent; onClose: () => void; onCopied: () => void }

const MOST = 26

/** One copy, or a series every week or every four weeks; all are drafts. */
export function CopyEvent({ event, onClose, onCopied }: Props) {
  const [dates, setDates] = useState<string[]>([])

  async function copy(typed: FormData) {
    const body = { dates: datesIn(typed) }
    const { event_ids: copies } = await write('POST /api/office/events/:id/copies', {
      params: { id: event.event_id },
      body,
    })
    const words = copies.length === 1 ? 'The copy is a draft.' : `${copies.length} drafts are made.`
    toast({ text: words, tone: 'success' })
    onCopied()
  }

  return (
    <Modal title={`Copy ${event.event_name}`} onClose={onClose}>
      <div onChange={({ currentTarget }) => setDates(datesOf(currentTarget))}>
        <OfficeForm submit="Make drafts" check={check} send={copy} onCancel={onClose}>
          {(errorOf) => (
            <>
              <TextField
                name="first"
                label="First date"
                type="date"
                width={20}
                defaultValue={addDays(event.event_date, 7)}
                error={errorOf('first')}
              />
              <TextField
                name="count"
                label="How many events"
                inputMode="numeric"
                width={4}
                defaultValue="1"
                error={errorOf('count')}
              />
              <RadioGroup
                name="every"
                label="From one to the next"
                options={[
                  { value: '7', label: 'A week' },
                  { value: '14', label: 'Two weeks' },
                  { value: '28', label: 'Four weeks' },
                ]}
                defaultValue="7"
                inline
              />
              {dates.length > 1 && (
                <p role="status">
                  {dates.length} events, from {longDate(dates[0] ?? '')} to{' '}
                  {longDate(dates.at(-1) ?? '')}.
                </p>
              )}
            </>
          )}
        </OfficeForm>
      </div>
    </Modal>
  )
}

function datesOf(box: HTMLElement): string[] {
  const form = box.querySelector('form')
  return form ? datesIn(new FormData(form)) : []
}

function datesIn(typed: FormData): string[] {
  const first = textIn(typed, 'first')
  const count = Number(textIn(typed, 'count'))
  if (!isCalendarDate(first) || !(count >= 1 && count <= MOST)) return []
  const every = Number(textIn(typed, 'every'))
  return Array.from({ length: count }, (_, n) => addDays(first, n * every))
}

function check(typed: FormData): FieldError[] {
  const errors: FieldError[] = []
  if (!isCalendarDate(textIn(typed, 'first')))
    errors.push({ field: 'first', message: 'Please enter the first date.' })
  const count = Number(textIn(typed, 'count'))
  if (!Number.isInteger(count) || count < 1 || count > MOST)
    errors.push({ field: 'count', message: `Please enter a number from 1 to ${MOST}.` })
  return errors
}
