import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import type { TickedPreview } from '../../../domain/office/ticked.ts'
import { ApiError } from '../../api.ts'
import { confirm } from '../../ui/dialog.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { read, write } from '../api.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { counted, whenInWords } from './event-text.ts'
import styles from './events.module.css'
import { loadTicked } from './load-ticked.ts'
import { TickedSummary } from './ticked-summary.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [ticked, { data: coming }] = await Promise.all([
    loadTicked(args),
    read('GET /api/office/events', { query: {}, signal: args.request.signal }),
  ])
  return { ...ticked, coming }
}

type Wanted = { event_id: number; earliest?: string; latest?: string }
type Shown = { wanted: Wanted; reason: string; preview: TickedPreview }

/** Two steps: where to, and why; then who gets which time. */
export function Component() {
  const { event, tab, ids, coming } = useLoaderData<typeof loader>()
  const [shown, setShown] = useState<Shown | null>(null)
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const { event_id: id, event_name: name } = event
  const params = { id }
  const back = `/events/${id}/attendees?tab=${tab}`
  const others = coming.filter((one) => one.event_id !== id && one.state === 'published')
  const options = [
    { value: String(id), label: `A different time at this event, ${whenInWords(event)}` },
    ...others.map((one) => ({
      value: String(one.event_id),
      label: `${one.event_name}, ${whenInWords(one)}: ${freeInWords(one)}`,
    })),
  ]

  async function preview(typed: FormData) {
    const wanted = toWanted(typed)
    const found = await write('POST /api/office/events/:id/appointment-moves', {
      params,
      body: { ...wanted, ids, dry_run: true },
    })
    if (!('people' in found)) throw new Error('a dry run has moved appointments')
    setShown({ wanted, reason: textIn(typed, 'reason'), preview: found })
  }

  async function send() {
    if (!shown) return
    const { members, shown: seen } = shown.preview
    const isSure = await confirm({
      title: `Move ${counted(members, 'appointment')}?`,
      text: 'Each member gets the new time by email or text. Those we cannot reach will be on the list of people to call.',
      yes: 'Move',
      no: 'Go back',
    })
    if (!isSure) return
    const { wanted, reason } = shown
    const body = { ...wanted, ids, reason, shown: seen, dry_run: false as const }
    try {
      const started = await write('POST /api/office/events/:id/appointment-moves', {
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
      title={`Move ${counted(ids.length, 'ticked appointment')}`}
      trail={[
        { label: 'Events', to: '/events' },
        { label: name, to: `/events/${id}` },
        { label: 'Attendees', to: back },
      ]}
      lede={`${name}, ${whenInWords(event)}`}
    >
      <div className={styles.parts}>
        {ids.length === 0 ? (
          <p>Nobody is ticked. Go back to the attendees and tick the rows to move.</p>
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
                <SelectField
                  name="event"
                  label="Where to?"
                  options={options}
                  hint="Everybody keeps their time of day if it is free there, or gets the nearest free time."
                  error={errorOf('event')}
                />
                <TextField
                  name="earliest"
                  label="No earlier than"
                  optional
                  width={10}
                  autoComplete="off"
                  hint="For example, 14:00"
                  error={errorOf('earliest')}
                />
                <TextField
                  name="latest"
                  label="No later than"
                  optional
                  width={10}
                  autoComplete="off"
                  error={errorOf('latest')}
                />
                <ReasonField label="Why are you moving them?" error={errorOf('reason')} />
              </>
            )}
          </OfficeForm>
        )}
        {shown && (
          <TickedSummary
            key={shown.preview.shown}
            preview={shown.preview}
            isMove={true}
            send={send}
          />
        )}
      </div>
    </OfficePage>
  )
}

function freeInWords({
  total_spaces: places,
  booked_spaces: taken,
}: {
  total_spaces: number
  booked_spaces: number
}): string {
  const free = Math.max(0, places - taken)
  return free === 0 ? 'no free places' : `${counted(free, 'free place')}`
}

function toWanted(typed: FormData): Wanted {
  const earliest = textIn(typed, 'earliest')
  const latest = textIn(typed, 'latest')
  return {
    event_id: Number(textIn(typed, 'event')),
    ...(earliest && { earliest }),
    ...(latest && { latest }),
  }
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

function check(typed: FormData): FieldError[] {
  const times = ['earliest', 'latest'].filter((name) => {
    const text = textIn(typed, name)
    return text !== '' && !CLOCK.test(text)
  })
  return [
    ...times.map((field) => ({ field, message: 'Enter a time, for example 14:00.' })),
    ...missingFields(typed, { reason: 'Say why you are moving them.' }),
  ]
}
