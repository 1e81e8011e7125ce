import { type ReactElement, useEffect, useState } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import type { CharityEvent } from '../../domain/contract.ts'
import {
  chargePence,
  type EventLabel,
  eventLabel,
  howToPay,
  spacesLeft,
} from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import { firstStepAddress } from '../booking/first-step.ts'
import { AccessCodeNeeded } from '../events/access-code-needed.tsx'
import { spacesInWords } from '../events/event-text.ts'
import { Helpline } from '../events/helpline.tsx'
import {
  LazyAccessCodeDialog,
  preloadAccessCodeDialog,
} from '../events/lazy-access-code-dialog.tsx'
import { Places } from '../events/places.tsx'
import { isSignedIn } from '../signed-in.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Panel } from '../ui/panel.tsx'
import styles from './booking-panel.module.css'

type BookingPanelProps = { event: CharityEvent; now: Date; way: string }

export function BookingPanel({ event, now, way }: BookingPanelProps) {
  const label = eventLabel(event, now)
  return (
    <Panel title="Book this event" hideTitle top={<Price event={event} />}>
      <div className={styles.panel}>
        {label !== 'Event Passed' && !event.is_cancelled && (
          <div className={styles.spaces}>
            <p>
              <b>{label === 'Fully Booked' ? label : spacesInWords(spacesLeft(event))}</b>
              {label === 'Fully Booked'
                ? `: all ${event.total_spaces} places`
                : ` of ${event.total_spaces}`}
            </p>
            <Places total={event.total_spaces} left={spacesLeft(event)} />
          </div>
        )}
        {label === 'BOOK' && event.is_private && (
          <AccessCodeNeeded event={event}>
            You need an access code to book this event.
          </AccessCodeNeeded>
        )}
        <Action key={event.event_id} event={event} label={label} way={way} />
        <p className={styles.talk}>
          Prefer to talk? <Helpline />
        </p>
      </div>
    </Panel>
  )
}

type Props = { event: CharityEvent; label: EventLabel; way: string }

/**
 * What a member has booked replaces the button, once it has loaded. Until then the button stays the same
 * element, or a press that began before would lead nowhere.
 */
function Action(props: Props) {
  const [plans, setPlans] = useState<ReactElement | null>(null)
  const { event, label } = props
  useEffect(() => {
    if (isSignedIn())
      import('./load-my-plans.ts').then(
        async (part) => setPlans(await part.loadMyPlans({ event, label })),
        () => undefined,
      )
  }, [event, label])
  return plans ?? <BookButton {...props} />
}

function Price({ event }: { event: CharityEvent }) {
  const price = chargePence(event)
  return (
    <>
      <p className={styles.price}>{price > 0 ? pounds(price) : 'Free'}</p>
      <p>
        for one {event.product_name}
        {howToPay(event) === 'at the venue' && ', pay at the venue'}
      </p>
    </>
  )
}

function BookButton({ event, label, way }: Props) {
  if (label === 'BOOK') {
    return (
      <div className={styles.action}>
        {event.is_private ? (
          <EnterWithCode event={event} label={label} />
        ) : (
          <ButtonLink wide to={firstStepAddress(event)} prefetch="intent">
            {label}
          </ButtonLink>
        )}
        <p>{way}</p>
      </div>
    )
  }
  return (
    <div className={styles.action}>
      <Button wide disabled aria-describedby="why">
        {label}
      </Button>
      <p id="why">{way}</p>
      {label === 'Fully Booked' && (
        <p>
          <Link to={`/waiting-list?event=${event.event_id}`}>Join the waiting list</Link>
        </p>
      )}
      <p>
        <Link to="/book-event-main">See other events</Link>
      </p>
    </div>
  )
}

/** Before hydration this is a link; the booking screen then asks for the code. */
function EnterWithCode({ event, label }: Omit<Props, 'way'>) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const address = firstStepAddress(event)
  return (
    <>
      <form
        action={address}
        onSubmit={(submitted) => {
          submitted.preventDefault()
          setAsking(true)
        }}
      >
        <input type="hidden" name="event" value={event.event_id} />
        <Button
          type="submit"
          wide
          aria-haspopup="dialog"
          onFocus={preloadAccessCodeDialog}
          onPointerEnter={preloadAccessCodeDialog}
        >
          {label}
        </Button>
      </form>
      {isAsking && (
        <>
          <PrefetchPageLinks page={address} />
          <LazyAccessCodeDialog
            eventId={event.event_id}
            onRight={() => navigate(address)}
            onClose={() => setAsking(false)}
          />
        </>
      )}
    </>
  )
}
