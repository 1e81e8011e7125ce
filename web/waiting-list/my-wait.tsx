import { useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { CharityEvent } from '../../domain/contract.ts'
import { isReason, refusalSentence } from '../../domain/refusals.ts'
import { longDate } from '../../domain/uk-time.ts'
import type { Wait, WaitingList } from '../../domain/waiting-list-schemas.ts'
import { ApiError, send } from '../api.ts'
import { AccessCodeNotice } from '../booking/access-code-notice.tsx'
import { firstStepAddress } from '../booking/first-step.ts'
import { offerEndInWords, standing, WHY_NOT_JOIN } from '../booking/waiting-text.ts'
import { unlessOffline } from '../offline.ts'
import { reportClientError } from '../report-error.ts'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import { confirm } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { toast } from '../ui/toast.tsx'
import styles from './waiting-list.module.css'

type Props = { event: CharityEvent; loaded: WaitingList }

export function MyWait({ event, loaded }: Props) {
  const [list, setList] = useState(loaded)
  const [isAsking, setAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const revalidator = useRevalidator()
  const { wait, reason, waiting } = list
  const isOn = wait?.status === 'waiting' || wait?.status === 'offered'
  useEffect(() => setList(loaded), [loaded])

  async function change(call: 'POST' | 'DELETE') {
    setAsking(true)
    try {
      const params = { id: event.event_id }
      setList(await send(`${call} /api/events/:id/waiting-list`, { params }))
      heading.current?.focus()
    } catch (error) {
      if (!(error instanceof ApiError)) reportClientError('Failed to change a waiting list', error)
      const text =
        error instanceof ApiError ? error.message : unlessOffline('Please try again in a moment.')
      toast({ title: 'Nothing has changed', text, tone: 'error' })
      await revalidator.revalidate()
    }
    setAsking(false)
  }

  async function leave() {
    const isSure = await confirm({
      title: 'Leave the waiting list?',
      text:
        wait?.status === 'offered'
          ? 'The place that is held for you will go to the next person.'
          : 'You will lose your place in the list. If you join again, you will be at the end.',
      yes: 'Yes, leave the list',
      no: 'No, stay on it',
    })
    if (isSure) await change('DELETE')
  }

  return (
    <section className={styles.wait} data-status={wait?.status} aria-labelledby="where-i-stand">
      <h2 id="where-i-stand" ref={heading} tabIndex={-1}>
        {wait ? standing(wait) : howMany(waiting)}
      </h2>
      {wait && <About event={event} wait={wait} />}
      {isOn && (
        <Buttons>
          {wait.status === 'offered' && (
            <ButtonLink to={firstStepAddress(event)}>Book this place</ButtonLink>
          )}
          <Button kind="quiet" pending={isAsking} onClick={leave}>
            Leave the waiting list
          </Button>
        </Buttons>
      )}
      {!isOn && wait?.status !== 'booked' && reason !== null && (
        <WhyNot event={event} reason={reason} />
      )}
      {!isOn && reason === null && (
        <Buttons>
          <Button pending={isAsking} onClick={() => change('POST')}>
            {wait ? 'Join the waiting list again' : 'Join the waiting list'}
          </Button>
        </Buttons>
      )}
    </section>
  )
}

function howMany(waiting: number): string {
  if (waiting === 0) return 'Nobody is waiting yet'
  return waiting === 1 ? '1 person is waiting' : `${waiting} people are waiting`
}

function About({ event, wait }: { event: CharityEvent; wait: Wait }) {
  const { status, offer } = wait
  if (status === 'waiting') {
    return <p>We will email you as soon as there is a place for you.</p>
  }
  if (status === 'offered' && offer) {
    return (
      <>
        <p className={styles.offer}>
          {offer.time} on {longDate(offer.date)}
        </p>
        <p>
          You can book it until <strong>{offerEndInWords(offer)}</strong>. It is not booked yet.
        </p>
      </>
    )
  }
  if (status === 'booked') {
    return (
      <p>
        You will find it in <Link to="/upcoming-events">your upcoming events</Link>.
      </p>
    )
  }
  if (status === 'lapsed' && offer)
    return <p>It was held for you until {offerEndInWords(offer)}.</p>
  if (status === 'booking closed') {
    return (
      <p>
        We are sorry. No place became free for you at {event.event_name} before booking closed.{' '}
        <Link to="/book-event-main">See other events</Link>
      </p>
    )
  }
  return null
}

function WhyNot({ event, reason }: { event: CharityEvent; reason: string }) {
  const revalidator = useRevalidator()
  if (reason === 'access_code_required') {
    return <AccessCodeNotice event={event} onRight={() => revalidator.revalidate()} />
  }
  if (!isReason(reason)) return null
  return (
    <>
      <Notice level={3}>
        <p>{refusalSentence(reason)}</p>
        {WHY_NOT_JOIN[reason] && <p>{WHY_NOT_JOIN[reason]}</p>}
      </Notice>
      <Buttons>
        {reason === 'places_left' && <ButtonLink to={firstStepAddress(event)}>Book now</ButtonLink>}
        {(reason === 'existing_booking' || reason === 'duplicate') && (
          <ButtonLink to="/upcoming-events">See your upcoming events</ButtonLink>
        )}
        <ButtonLink kind="quiet" to="/book-event-main">
          See other events
        </ButtonLink>
      </Buttons>
    </>
  )
}
