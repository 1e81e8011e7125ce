import { useState } from 'react'
import type { Preparation } from '../../domain/preparation-schemas.ts'
import { longDate } from '../../domain/uk-time.ts'
import { ApiError, send } from '../api.ts'
import { Helpline } from '../events/helpline.tsx'
import { reportClientError } from '../report-error.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { confirm } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './by-link.module.css'

type Later = Preparation['later'][number]

/** After a yes: the times to which the appointment can be moved. */
export function LaterTimes({
  linkKey: key,
  check,
  onChange,
}: {
  linkKey: string
  check: Preparation
  onChange: (check: Preparation) => void
}) {
  const [moving, setMoving] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isKept, setKept] = useState(false)

  async function move({ event_id, date }: Later, time: string) {
    setMoving(`${event_id} ${date} ${time}`)
    setProblem(null)
    try {
      onChange(await send('POST /api/preparation/move', { body: { key, event_id, date, time } }))
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Please try again.')
      if (error instanceof ApiError && error.status < 500)
        onChange(await send('POST /api/preparation', { body: { key } }))
      else reportClientError('Failed to move by the preparation', error)
    }
    setMoving(null)
  }

  async function cancel() {
    const isSure = await confirm({
      title: 'Cancel your appointment?',
      text: 'It costs you nothing: what you paid by card is refunded in full.',
      yes: 'Yes, cancel it',
      no: 'No, go back',
    })
    if (!isSure) return
    setMoving('cancel')
    setProblem(null)
    try {
      onChange(await send('POST /api/preparation/cancel', { body: { key } }))
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'Please try again.')
      reportClientError('Failed to cancel by the preparation', error)
    }
    setMoving(null)
  }

  if (isKept)
    return (
      <Notice role="status" title="You keep your time">
        <p>Your answers stand beside your result. If you change your mind, open this link again.</p>
      </Notice>
    )
  return (
    <>
      <p role="status">
        Because of your answers, a test at this time may not give a reliable result.{' '}
        {check.later.length > 0
          ? 'You can choose a later time. It is free to change, and we will give your old time to somebody else.'
          : 'No event near you has a later time yet.'}
      </p>
      <p>
        You can also keep your time, cancel for free, or call <Helpline />.
      </p>
      <Buttons>
        <Button kind="quiet" disabled={moving !== null} onClick={() => setKept(true)}>
          Keep my time
        </Button>
        <Button
          kind="quiet"
          pending={moving === 'cancel'}
          disabled={moving !== null}
          onClick={() => void cancel()}
        >
          Cancel free of charge
        </Button>
      </Buttons>
      {problem && (
        <Notice tone="warn" role="alert" title="Your appointment is as it was">
          <p>{problem}</p>
        </Notice>
      )}
      {check.later.map((later) => {
        const id = `later-${later.event_id}-${later.date}`
        return (
          <section key={id} aria-labelledby={id} className={styles.later}>
            <h2 id={id}>{longDate(later.date)}</h2>
            <p>
              {later.event_name}
              {later.place && `, ${later.place}`}
            </p>
            <ul className={styles.times}>
              {later.times.map((time) => (
                <li key={time}>
                  <Button
                    kind="quiet"
                    aria-label={`Move to ${time} on ${longDate(later.date)}`}
                    pending={moving === `${later.event_id} ${later.date} ${time}`}
                    disabled={moving !== null}
                    onClick={() => void move(later, time)}
                  >
                    {time}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}
