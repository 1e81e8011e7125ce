import { Link } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import {
  AFTER_TAKE_BACK,
  AFTER_WITHDRAWAL,
  FREE_REPEAT,
  isRightOneAwaited,
  NOTHING_MEASURED,
  type OutcomeText,
  RIGHT_ONE_FOLLOWS,
} from '../../../domain/outcome-text.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Helpline } from '../../events/helpline.tsx'
import { ButtonLink } from '../../ui/button.tsx'

type Result = NonNullable<MedicalResult['result']>

/** What happened to a sample that gave no number, and what comes next. */
export function NoNumber({ result, outcome }: { result: Result; outcome: OutcomeText }) {
  const { kind, happened } = outcome
  return (
    <>
      <p>
        <b>{kind}.</b> {happened}
      </p>
      <p>{afterwards(result)}</p>
      {isRightOneAwaited(result.taken_back) ? (
        <p>{RIGHT_ONE_FOLLOWS}</p>
      ) : (
        <Repeat right={result.free_repeat} />
      )}
    </>
  )
}

function afterwards({ withdrawn, taken_back }: Result): string {
  if (taken_back) return AFTER_TAKE_BACK
  return withdrawn ? AFTER_WITHDRAWAL : NOTHING_MEASURED
}

function eventsIn(town: string | null): string {
  if (town === null) return '/book-event-main'
  return `/book-event-main?${new URLSearchParams({ by: 'location', location: town })}`
}

function Repeat({ right }: { right: Result['free_repeat'] }) {
  if (!right) {
    return (
      <p>
        <Link to="/book-event-main">Book another test</Link> or call <Helpline />.
      </p>
    )
  }
  if (right.booked_for) {
    return (
      <p>
        Your free test is booked for{' '}
        <time dateTime={right.booked_for}>{dayInWords(right.booked_for)}</time>. If you cancel it,
        you can still have a free test later.{' '}
        <Link to="/upcoming-events">See your appointment</Link>
      </p>
    )
  }
  return (
    <>
      <p>
        {FREE_REPEAT} Questions? <Helpline />
      </p>
      <p>
        <ButtonLink to={eventsIn(right.town)}>Choose an event for your free test</ButtonLink>
      </p>
      {right.town !== null && (
        <p>
          These are the events in {right.town}. <Link to="/book-event-main">See all events</Link>
        </p>
      )}
    </>
  )
}
