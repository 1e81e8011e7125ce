import { useState } from 'react'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import { addDays, isCalendarDate } from '../../../domain/uk-time.ts'
import { TextButton } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choices.tsx'
import { Modal } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'

type Props = { event: OfficeEvent; onClose: () => void; onCopied: () => void }

const MOST = 26
const CHOSEN = 'chosen'

/** One copy, or a series: every week, every four weeks or on chosen dates. All are drafts. */
export function CopyEvent({ event, onClose, onCopied }: Props) {
  const [dates, setDates] = useState<string[]>([])
  const [isChosen, setChosen] = useState(false)
  const [fields, setFields] = useState(2)

  async function copy(typed: FormData) {
    const body = { dates: datesIn(typed) }
    const { event_ids: copies } = await write('POST /api/office/events/:id/copies', {
      params: { id: event.event_id },
      body,
    })
    const text =
      copies.length === 1 ? 'The copy is a draft.' : `${copies.length} drafts have been made.`
    toast({ text: text, tone: 'success' })
    onCopied()
  }

  return (
    <Modal title={`Copy ${event.event_name}`} onClose={onClose}>
      <div
        onChange={({ currentTarget }) => {
          const form = currentTarget.querySelector('form')
          if (!form) return
          const typed = new FormData(form)
          setDates(datesIn(typed))
          setChosen(isOfChosen(typed))
        }}
      >
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
              <RadioGroup
                name="every"
                label="Time between events"
                options={[
                  { value: '7', label: 'A week' },
                  { value: '14', label: 'Two weeks' },
                  { value: '28', label: 'Four weeks' },
                  { value: CHOSEN, label: 'Dates that I choose' },
                ]}
                defaultValue="7"
                inline
              />
              {isChosen ? (
                <>
                  {Array.from({ length: fields }, (_, n) => (
                    <TextField
                      // biome-ignore lint/suspicious/noArrayIndexKey: the fields are alike and never change places
                      key={n}
                      name={`date ${n + 2}`}
                      label={`Date ${n + 2}`}
                      type="date"
                      width={20}
                      optional
                      error={errorOf(`date ${n + 2}`)}
                    />
                  ))}
                  {fields < MOST - 1 && (
                    <TextButton onClick={() => setFields(fields + 1)}>Add a date</TextButton>
                  )}
                </>
              ) : (
                <TextField
                  name="count"
                  label="How many events"
                  inputMode="numeric"
                  width={4}
                  defaultValue="1"
                  error={errorOf('count')}
                />
              )}
              {dates.length > 1 && (
                <p role="status">
                  {dates.length} events, from {weekdayAndDate(dates[0] ?? '')} to{' '}
                  {weekdayAndDate(dates.at(-1) ?? '')}.
                </p>
              )}
            </>
          )}
        </OfficeForm>
      </div>
    </Modal>
  )
}

function isOfChosen(typed: FormData): boolean {
  return textIn(typed, 'every') === CHOSEN
}

/** In order of time, each once. */
function datesIn(typed: FormData): string[] {
  const first = textIn(typed, 'first')
  if (isOfChosen(typed)) {
    const others = [...typed.keys()].filter((name) => name.startsWith('date '))
    const all = [first, ...others.map((name) => textIn(typed, name))]
    return [...new Set(all.filter(isCalendarDate))].sort()
  }
  const count = Number(textIn(typed, 'count'))
  if (!isCalendarDate(first) || !(count >= 1 && count <= MOST)) return []
  const every = Number(textIn(typed, 'every'))
  return Array.from({ length: count }, (_, n) => addDays(first, n * every))
}

function check(typed: FormData): FieldError[] {
  const errors: FieldError[] = []
  if (!isCalendarDate(textIn(typed, 'first')))
    errors.push({ field: 'first', message: 'Enter the first date.' })
  if (isOfChosen(typed)) return errors
  const count = Number(textIn(typed, 'count'))
  if (!Number.isInteger(count) || count < 1 || count > MOST)
    errors.push({ field: 'count', message: `Enter a number from 1 to ${MOST}.` })
  return errors
}
