import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { DoorHelpers, StrikePreview } from '../../../domain/office/walk-in-strikes.ts'
import { momentInWords, ukInstant, ukTime } from '../../../domain/uk-time.ts'
import { TextButton } from '../../ui/button.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { TextField } from '../../ui/field.tsx'
import { read, write } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import { ReasonForm } from '../parts/reason-form.tsx'
import { StruckWalkIns } from './struck-walk-ins.tsx'
import styles from './walk-in-strike.module.css'

type Helper = DoorHelpers['helpers'][number]

export function loader({ params, request }: LoaderFunctionArgs): Promise<DoorHelpers> {
  return read('GET /api/office/days/:id/walk-ins', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}

/** Who registered walk-ins at the event, and the way to strike them out. */
export function Component() {
  const { event_name: name, date, helpers, waiting } = useLoaderData<DoorHelpers>()
  const [helper, setHelper] = useState<Helper | null>(null)
  return (
    <OfficePage
      title="Walk-ins by helper"
      trail={[{ label: 'Days', to: '/days' }]}
      lede={`${name}, ${weekdayAndDate(date)}`}
    >
      <div className={styles.parts}>
        {waiting.length > 0 && (
          <section aria-labelledby="waiting">
            <h2 id="waiting">Waiting for approval</h2>
            <ul>
              {waiting.map((one) => (
                <li key={one.id}>
                  <Link to={`/walk-in-strikes/${one.id}`}>
                    Strike out walk-ins from {one.helper}
                  </Link>
                  {`, requested by ${one.requested_by}, ${momentInWords(new Date(one.requested_at))}`}
                </li>
              ))}
            </ul>
          </section>
        )}
        {helpers.length === 0 ? (
          <p>Nobody has registered a walk-in at this event.</p>
        ) : (
          <DataTable
            caption="Who registered walk-ins at this event"
            hideCaption
            rows={helpers}
            rowKey={(one) => one.staff_id}
            columns={[
              { label: 'Helper', cell: (one) => one.name },
              { label: 'Walk-ins', align: 'end', cell: (one) => one.walk_ins },
              { label: 'First', cell: (one) => momentInWords(new Date(one.first_at)) },
              { label: 'Last', cell: (one) => momentInWords(new Date(one.last_at)) },
              {
                label: 'Strike out',
                cell: (one) => (
                  <TextButton
                    aria-label={`Strike out walk-ins from ${one.name}`}
                    onClick={() => setHelper(one)}
                  >
                    Strike out
                  </TextButton>
                ),
              },
            ]}
          />
        )}
        {helper && (
          <Strike key={helper.staff_id} helper={helper} onCancel={() => setHelper(null)} />
        )}
      </div>
    </OfficePage>
  )
}

function Strike({ helper, onCancel }: { helper: Helper; onCancel: () => void }) {
  const navigate = useNavigate()
  const [preview, setPreview] = useState<StrikePreview | null>(null)
  const first = new Date(helper.first_at)
  const day = helper.first_at.slice(0, 10)

  async function show(typed: FormData) {
    const since = ukInstant(day, textIn(typed, 'since')).toISOString()
    const body = { dry_run: true as const, staff_id: helper.staff_id, since }
    setPreview(await write('POST /api/office/walk-in-strikes', { body }))
  }
  async function request(reason: string, shown: StrikePreview) {
    const { to_strike, staying, since } = shown
    const strike = await write('POST /api/office/walk-in-strikes', {
      body: {
        dry_run: false,
        staff_id: helper.staff_id,
        since,
        reason,
        expected: { to_strike, staying },
      },
    })
    if ('id' in strike) await navigate(`/walk-in-strikes/${strike.id}`)
  }
  return (
    <section className={styles.parts} aria-labelledby="strike">
      <h2 id="strike">Strike out walk-ins from {helper.name}</h2>
      <p>
        Their appointments at every event will be cancelled without a message, and their places
        released. A colleague must approve it first.
      </p>
      <OfficeForm submit="Preview" check={checkTime} send={show} onCancel={onCancel}>
        {(errorOf) => (
          <TextField
            name="since"
            label={`Registered since (time on ${weekdayAndDate(day)}, for example 10:30)`}
            defaultValue={ukTime(first)}
            maxLength={5}
            autoComplete="off"
            error={errorOf('since')}
          />
        )}
      </OfficeForm>
      {preview && (
        <>
          <StruckWalkIns preview={preview} />
          {preview.to_strike > 0 && (
            <ReasonForm
              submit="Ask a colleague to approve"
              label="Reason"
              missing="Say why they are struck out."
              send={(reason) => request(reason, preview)}
            />
          )}
        </>
      )}
    </section>
  )
}

function checkTime(typed: FormData): FieldError[] {
  const isTime = /^([01]\d|2[0-3]):[0-5]\d$/.test(textIn(typed, 'since'))
  return isTime ? [] : [{ field: 'since', message: 'Enter a time, for example 10:30.' }]
}
