import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import type { FreeCancellation, TimeChoice } from '../../../domain/office/time-change.ts'
import type { TimeChangePreview } from '../../../domain/office/time-change-schemas.ts'
import { ApiError } from '../../api.ts'
import { RadioGroup } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { write } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'
import { DayFields } from './event-fields.tsx'
import { readDay } from './event-form.ts'
import { whenInWords } from './event-text.ts'
import styles from './events.module.css'
import { TimeChangeSummary } from './time-change-summary.tsx'

export { loadEvent as loader } from './load-event.ts'

/** Two steps: the new times first, then what they would do and the words to the members. */
export function Component() {
  const event = useLoaderData<OfficeEvent>()
  const [shown, setShown] = useState<Shown | null>(null)
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()
  const { event_id: id, event_name: name, version } = event
  const params = { id }

  async function look(typed: FormData) {
    const { body } = readRequested(typed)
    const request = { ...body, version, free_cancellation: 'none' as const }
    const preview = await write('POST /api/office/events/:id/time-change', {
      params,
      body: { ...request, dry_run: true },
    })
    if (!('shown' in preview)) throw new Error('a dry run has changed the time')
    setShown({ asked: body, preview })
  }

  async function change(typed: FormData) {
    if (!shown) return
    const body = {
      ...shown.asked,
      version,
      dry_run: false as const,
      shown: shown.preview.shown,
      free_cancellation: readFree(textIn(typed, 'free_cancellation')),
      message: textIn(typed, 'message'),
    }
    try {
      const started = await write('POST /api/office/events/:id/time-change', {
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
      title={`Change the time of ${name}`}
      trail={[
        { label: 'Events', to: '/events' },
        { label: name, to: `/events/${id}` },
      ]}
      lede={`Now: ${whenInWords(event)}`}
    >
      <div className={styles.parts}>
        <OfficeForm
          submit="See what changes"
          leave="Go back"
          check={(typed) => readRequested(typed).errors}
          send={look}
          onCancel={() => navigate(`/events/${id}`)}
        >
          {(errorOf) => (
            <>
              <div className={styles.part}>
                <DayFields event={event} errorOf={errorOf} />
              </div>
              <RadioGroup
                name="times"
                label="When the day starts earlier or later"
                options={TIMES}
                defaultValue="move"
                error={errorOf('times')}
              />
            </>
          )}
        </OfficeForm>
        {shown && (
          <TimeChangeSummary
            key={shown.preview.shown}
            name={name}
            day={shown.asked}
            preview={shown.preview}
            send={change}
          />
        )}
      </div>
    </OfficePage>
  )
}

const TIMES: { value: TimeChoice; label: string }[] = [
  { value: 'move', label: 'Move the appointments too: the first one stays first' },
  { value: 'keep', label: 'Keep the appointment times where they still exist' },
]

type Params = ReturnType<typeof readDay> & { times: TimeChoice }
type Shown = { asked: Params; preview: TimeChangePreview }

function readRequested(typed: FormData): { body: Params; errors: FieldError[] } {
  const errors: FieldError[] = []
  const day = readDay(typed, (field, message) => void errors.push({ field, message }))
  const times = textIn(typed, 'times') === 'keep' ? 'keep' : 'move'
  return { body: { ...day, times }, errors }
}

function readFree(value: string): FreeCancellation {
  return value === '7 days' || value === '48 hours' ? value : 'none'
}
