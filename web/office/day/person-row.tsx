import { memo } from 'react'
import { pounds } from '../../../domain/money.ts'
import { hasDoubtfulSamples } from '../../../domain/office/attendance.ts'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { actionsOf, knownPresses } from '../../../domain/office/day-presses.ts'
import type { DayVenuePayment } from '../../../domain/office/day-schemas.ts'
import { standingVenuePayments } from '../../../domain/office/day-venue-payments.ts'
import { slipCodeOf } from '../../../domain/office/slips.ts'
import { groupedTubeCode } from '../../../domain/office/tube-code.ts'
import { slashDate, ukTime } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, TextButton } from '../../ui/button.tsx'
import styles from './day.module.css'
import type { Task } from './day-tasks.ts'
import { MONEY_WARNING_WORDS, STATE_WORDS } from './day-text.ts'
import { standingPresses, takenBackTubes, takingText } from './press-text.ts'
import { slipOfPerson } from './slip-problem.ts'
import { SupportBadges } from './support.tsx'
import { nameOf } from './who-text.ts'

const TONES = {
  expected: 'none',
  arrived: 'warn',
  sampled: 'good',
  not_sampled: 'bad',
  did_not_attend: 'none',
} as const

/** Name and button side by side, with who pressed what and when. */
export const PersonRow = memo(function PersonRow({
  person,
  isLate,
  hasSlips,
  onTask: onTaskOf,
}: {
  person: ShownPerson
  isLate: boolean
  /** Members carry the number of their tube on a slip. */
  hasSlips: boolean
  onTask: (person: ShownPerson, task: Task) => void
}) {
  const { state, tubes, money_warning: warning } = person
  const isDoubtful = hasDoubtfulSamples(actionsOf(knownPresses(person)))
  const onTask = (task: Task) => onTaskOf(person, task)
  const name = nameOf(person)
  const slip = slipOfPerson(person)
  const isToCome = state === 'expected' || state === 'did_not_attend'
  return (
    <li className={styles.person} data-state={state}>
      <div className={styles.who}>
        <b>{name}</b>
        <span>
          {person.time}, born {slashDate(person.date_of_birth)}
        </span>
        {isLate && (
          <Badge tone="warn" icon="clock">
            Late: the time has passed
          </Badge>
        )}
        <SupportBadges person={person} />
        {!person.is_booked && <span>Cancelled this appointment</span>}
        {person.to_pay_pence > 0 && <Badge tone="warn">{pounds(person.to_pay_pence)} to pay</Badge>}
        {warning && <span>{MONEY_WARNING_WORDS[warning]}</span>}
      </div>
      <div className={styles.state}>
        <Badge tone={TONES[state]}>{STATE_WORDS[state]}</Badge>
        <span>{pressed(person)}</span>
        {isDoubtful && <Badge tone="bad">Two samples</Badge>}
        {slip !== null && <span>Slip {groupedTubeCode(slipCodeOf(slip))}</span>}
        {tubes.map((tube) => (
          <span key={tube}>
            Tube {tube}
            {drawnBy(person, tube)}
          </span>
        ))}
        {takenBackTubes(person).map(({ id, tube }) => (
          <span key={id}>
            Undone: <s>tube {tube}</s>
          </span>
        ))}
        {person.takings?.map((venuePayment) => (
          <TakenMoney key={venuePayment.id} venuePayment={venuePayment} />
        ))}
      </div>
      <div className={styles.tasks}>
        {isToCome && (
          <Button aria-label={`Check in ${name}`} onClick={() => onTask('arrive')}>
            Check in
          </Button>
        )}
        {state === 'arrived' && (
          <>
            {hasSlips && slip === null && (
              <Button kind="quiet" aria-label={`Slip of ${name}`} onClick={() => onTask('slip')}>
                Slip
              </Button>
            )}
            <Button aria-label={`Sample of ${name}`} onClick={() => onTask('sample')}>
              Sample
            </Button>
            <Button
              kind="quiet"
              aria-label={`No sample of ${name}`}
              onClick={() => onTask('not_sampled')}
            >
              No sample
            </Button>
          </>
        )}
        {state === 'not_sampled' && (
          <Button kind="quiet" aria-label={`Sample of ${name}`} onClick={() => onTask('sample')}>
            Sample
          </Button>
        )}
        {person.to_pay_pence > 0 && (
          <Button
            kind="quiet"
            aria-label={`Take payment from ${name}`}
            onClick={() => onTask('taking')}
          >
            Take payment
          </Button>
        )}
        {(state !== 'expected' || standingVenuePayments(person).length > 0) && (
          <TextButton aria-label={`Undo for ${name}`} onClick={() => onTask('undo')}>
            Undo
          </TextButton>
        )}
      </div>
    </li>
  )
})

/** ', taken by Eva Nurse'; '' where nobody said it. */
function drawnBy(person: ShownPerson, tube: string): string {
  const sample = standingPresses(person).find((one) => one.tube === tube)
  return sample?.drawn_by ? `, taken by ${sample.drawn_by}` : ''
}

/** Struck through once it was taken back. */
function TakenMoney({ venuePayment }: { venuePayment: DayVenuePayment }) {
  const text = takingText(venuePayment)
  if (venuePayment.undone === null) return <span>{text}</span>
  return (
    <span>
      Undone{venuePayment.undone.by && ` by ${venuePayment.undone.by}`}: <s>{text}</s>
    </span>
  )
}

function pressed({ state, since, by, isWaiting }: ShownPerson): string {
  if (state === 'expected' || since === null) return isWaiting ? 'By you, waiting to be sent' : ''
  const at = ukTime(new Date(since))
  if (isWaiting) return `${at}, by you, waiting to be sent`
  return by === null ? at : `${at}, by ${by}`
}
