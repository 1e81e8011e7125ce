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
import type { WaysToBook } from '../events/way-to-book.ts'
import { isSignedIn } from '../signed-in.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Panel } from '../ui/panel.tsx'
import { useWasTouched } from '../ui/use-was-touched.ts'
import styles from './booking-panel.module.css'

type BookingPanelProps = {
  event: CharityEvent
  now: Date
  ways: WaysToBook
  /** Whether somebody can ask us to hold a place here for another person. */
  mayBegin: boolean
}

export function BookingPanel({ event, now, ways, mayBegin }: BookingPanelProps) {
  const label = eventLabel(event, now)
  const { isMember, isFree, instead } = usePlans({ event, label })
  const way = isFree ? ways.free : isMember ? ways.member : ways.visitor
  return (
    <Panel title="Book this event" hideTitle top={<Price event={event} isFree={isFree} />}>
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
        {label === 'BOOK' && event.exclusive_for === 'CORPORATE' && (
          <p className={styles.audience}>
            <Icon name="info" /> Only for men aged 40 to 80 who work there.
          </p>
        )}
        {label === 'BOOK' && event.is_private && (
          <AccessCodeNeeded event={event}>
            You need an access code to book this event.
          </AccessCodeNeeded>
        )}
        {instead ?? <BookButton key={event.event_id} event={event} label={label} way={way} />}
        {label === 'BOOK' && mayBegin && (
          <p className={styles.other}>
            Not for you?{' '}
            <Link to={`/event/${event.event_id}/begin-for-another`}>Begin for somebody else</Link>
          </p>
        )}
        <p className={styles.talk}>
          Prefer to talk? <Helpline />
        </p>
      </div>
    </Panel>
  )
}

type Props = { event: CharityEvent; label: EventLabel; way: string }

type Plans = { isMember: boolean; isFree: boolean; instead: ReactElement | null }

/**
 * What a member has booked replaces the button, once it has loaded. Until then the button stays the same
 * element, or a press that began before would lead nowhere.
 */
function usePlans({ event, label }: Pick<Props, 'event' | 'label'>): Plans {
  const [plans, setPlans] = useState<Plans>(VISITOR)
  useEffect(() => {
    if (!isSignedIn()) return
    import('./load-my-plans.ts').then(
      async (part) => setPlans({ isMember: true, ...(await part.loadMyPlans({ event, label })) }),
      () => undefined,
    )
  }, [event, label])
  return plans
}

const VISITOR: Plans = { isMember: false, isFree: false, instead: null }

/** `isFree`: for this member, whatever the event costs. */
function Price({ event, isFree }: { event: CharityEvent; isFree: boolean }) {
  const price = chargePence(event)
  if (isFree && price > 0)
    return (
      <>
        <p className={styles.price}>Free for you</p>
        <p>
          Your next {event.product_name} is free. Others pay {pounds(price)}
        </p>
      </>
    )
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
  const wasTouched = useWasTouched()
  if (label === 'BOOK') {
    return (
      <div className={styles.action}>
        {event.is_private ? (
          <EnterWithCode event={event} label={label} />
        ) : (
          <ButtonLink wide to={firstStepAddress(event)} prefetch={wasTouched ? 'render' : 'intent'}>
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
        <>
          <ButtonLink kind="sage" wide to={`/waiting-list?event=${event.event_id}`}>
            Join the waiting list
          </ButtonLink>
          <p>We will email you when a place becomes free for you, and hold it for you to book.</p>
        </>
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
