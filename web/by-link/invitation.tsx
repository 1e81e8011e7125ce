import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { InvitationView } from '../../domain/invitation-schemas.ts'
import { momentInWords, ukTime } from '../../domain/uk-time.ts'
import { FormProblem } from '../account/form-problem.tsx'
import { ApiError, send } from '../api.ts'
import { afterSignInAddress } from '../booking/chosen-before-sign-in.ts'
import { Day } from '../booking/day-box.tsx'
import { Helpline } from '../events/helpline.tsx'
import { reportClientError } from '../report-error.ts'
import { isSignedIn } from '../signed-in.ts'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import { unexpected } from '../ui/form-text.ts'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './by-link.module.css'

export async function loadInvitation(key: string) {
  const first = await send('POST /api/invitation', { body: { key } })
  return { screen: <HeldPlace linkKey={key} first={first} /> }
}

const TITLES: Record<InvitationView['state'], string> = {
  open: 'A place is held for you',
  opened: 'This link is open on another device',
  used: 'This link has been used',
  over: 'This link has expired',
  withdrawn: 'This place is no longer held',
  closed: 'This event can no longer be booked',
}

/** Mail scanners open links: the place goes to a browser by its button alone. */
function HeldPlace({ linkKey: key, first }: { linkKey: string; first: InvitationView }) {
  const [view, setView] = useState(first)
  const [isPending, setPending] = useState(false)
  const [isRefusing, setRefusing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const navigate = useNavigate()
  const { state, event_id: id, event_name: name, place, date, time, begun_by: asker } = view

  async function goOn() {
    if (isPending) return
    setPending(true)
    setProblem(null)
    try {
      const opened = await send('POST /api/invitation/place', { body: { key } })
      await navigate(
        afterSignInAddress(opened.event_id, { time: opened.time, isHeld: isSignedIn() }),
      )
    } catch (error) {
      if (!(error instanceof ApiError)) reportClientError('Failed to open an invitation', error)
      setProblem(error instanceof ApiError ? error.message : unexpected())
      const now = await send('POST /api/invitation', { body: { key } }).catch(() => null)
      if (now) setView(now)
    }
    setPending(false)
  }

  async function refuse() {
    if (isRefusing) return
    setRefusing(true)
    setProblem(null)
    try {
      setView(await send('POST /api/invitation/refusal', { body: { key } }))
    } catch (error) {
      if (!(error instanceof ApiError)) reportClientError('Failed to refuse an invitation', error)
      setProblem(error instanceof ApiError ? error.message : unexpected())
    }
    setRefusing(false)
  }

  return (
    <Wrap>
      <PageTitle key={state}>{TITLES[state]}</PageTitle>
      <div className={styles.page}>
        <Day date={date}>
          {name}
          <br />
          {time}
          {place && `, ${place}`}
        </Day>
        {state === 'open' && (
          <>
            {asker && (
              <p>
                <b>{asker.name}</b> ({asker.email}) asked us to hold this place for you. Only you
                can say yes. Your results, letters and account are yours alone, and we do not tell
                anybody what you decide.
              </p>
            )}
            <p>
              We are holding this place for you until{' '}
              <b>{momentInWords(new Date(view.held_until))}</b>. Nothing is booked yet.
            </p>
            <p>
              To book it, sign in or register and give your consent. If you do not want it, you do
              not need to do anything.
            </p>
            <Buttons>
              <Button pending={isPending} onClick={goOn}>
                Book this place
              </Button>
              <Button kind="quiet" pending={isRefusing} onClick={refuse}>
                I do not want this place
              </Button>
            </Buttons>
          </>
        )}
        <WhyNot view={view} />
        <FormProblem>{problem}</FormProblem>
        {state !== 'open' && state !== 'closed' && (
          <p>
            <ButtonLink kind="quiet" to={`/event/${id}`}>
              See the event
            </ButtonLink>
          </p>
        )}
        <p>
          Questions? Call <Helpline />.
        </p>
      </div>
    </Wrap>
  )
}

function WhyNot({ view: { state, opens_again_at: again } }: { view: InvitationView }) {
  if (state === 'opened')
    return (
      <Notice tone="warn" icon="clock" title="Go on there, or wait a little">
        <p>
          Somebody opened this link on a different device or in a different browser. Go on there
          {again && `, or open the link here again after ${ukTime(new Date(again))}`}.
        </p>
      </Notice>
    )
  if (state === 'used')
    return (
      <Notice title="Somebody signed in to book this place">
        <p>
          If it was you, <a href="/login">sign in</a> to go on or to see your appointment.
        </p>
      </Notice>
    )
  if (state === 'over')
    return (
      <Notice tone="warn" icon="clock" title="We are no longer holding this place">
        <p>You can still book this event while it has free places.</p>
      </Notice>
    )
  if (state === 'withdrawn')
    return (
      <Notice tone="warn" title="Somebody else can have this place">
        <p>You can still book this event while it has free places.</p>
      </Notice>
    )
  if (state === 'closed')
    return (
      <Notice tone="warn" title="Nothing is booked for you">
        <p>The event has been cancelled, or booking for it has closed.</p>
      </Notice>
    )
  return null
}
