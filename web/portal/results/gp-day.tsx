import { type FormEvent, useRef, useState } from 'react'
import { gpDayFault } from '../../../domain/gp-appointment.ts'
import { addDays, longDate } from '../../../domain/uk-time.ts'
import { send } from '../../api.ts'
import { unlessOffline } from '../../offline.ts'
import { reportClientError } from '../../report-error.ts'
import { Button, Buttons } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './gp-day.module.css'

type Props = {
  profileId: number
  resultId: number
  /** Days 'YYYY-MM-DD', London. */
  sampleDate: string | null
  entered: string | null
  today: string
  onChanged: () => Promise<void>
}

const NOT_SAVED = 'We could not save the date. Please try again in a moment.'

/** The day of the member's appointment with a GP: entered, changed, taken back. */
export function GpDay({ profileId, resultId, sampleDate, entered, today, onChanged }: Props) {
  const [isChanging, setChanging] = useState(false)
  const [error, setError] = useState<string>()
  const [answer, setSaid] = useState<{ tone: 'info' | 'warn'; text: string } | null>(null)
  const [isPending, setPending] = useState(false)
  const field = useRef<HTMLDivElement>(null)

  async function save(day: string | null) {
    setPending(true)
    setSaid(null)
    try {
      const params = { id: profileId, result: resultId }
      const call = 'PUT /api/medical/results/:id/:result/gp-appointment'
      await send(call, { params, body: { day } })
      await onChanged()
      setChanging(false)
      setSaid({
        tone: 'info',
        text: day === null ? 'The date has been removed.' : 'The date has been saved.',
      })
    } catch (fault) {
      reportClientError('Failed to save the day of a GP appointment', fault)
      setSaid({ tone: 'warn', text: unlessOffline(NOT_SAVED) })
    }
    setPending(false)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const day = String(new FormData(event.currentTarget).get('gp_day') ?? '')
    const fault = gpDayFault(day, { sampleDate, today })
    setError(fault ?? undefined)
    if (fault === null) return save(day)
    field.current?.querySelector('input')?.focus()
  }

  return (
    <div className={styles.day}>
      {entered !== null && !isChanging ? (
        <>
          <p>
            Your appointment is on <time dateTime={entered}>{longDate(entered)}</time>.
          </p>
          <Buttons>
            <Button kind="quiet" onClick={() => setChanging(true)}>
              Change the date
            </Button>
            <Button kind="quiet" pending={isPending} onClick={() => save(null)}>
              Remove it
            </Button>
          </Buttons>
        </>
      ) : (
        <form noValidate onSubmit={submit}>
          <div ref={field}>
            <TextField
              type="date"
              name="gp_day"
              label="When are you seeing your GP?"
              hint="Tell us, so that we know you have an appointment."
              width={20}
              min={sampleDate ?? undefined}
              max={addDays(today, 366)}
              defaultValue={entered ?? ''}
              error={error}
              isAnnounced
            />
          </div>
          <Button type="submit" kind="quiet" pending={isPending}>
            {isPending ? 'Saving...' : 'Save the date'}
          </Button>
        </form>
      )}
      <div role="status">
        {answer && (
          <Notice tone={answer.tone} icon={answer.tone === 'info' ? 'check-circle' : undefined}>
            <p>{answer.text}</p>
          </Notice>
        )}
      </div>
    </div>
  )
}
