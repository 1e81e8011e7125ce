import type { Slot } from '../../domain/slots.ts'
import { Helpline } from '../events/helpline.tsx'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { useScrollIntoView } from '../ui/use-scroll-into-view.ts'
import { holdOver, holdProblem, isCodeNeeded } from './booking-text.ts'
import type { PlaceState } from './hold-manager.ts'
import { isListed, nearestFree } from './time-choice.ts'
import styles from './times-status.module.css'
import type { FreeTimes } from './use-free-times.ts'

type TimesStatusProps = {
  waitFor?: number
  slots: readonly Slot[]
  times: FreeTimes
  place: PlaceState
  isSignedOut?: boolean
  onChoose: (time: string) => void
}

export function TimesStatus({
  waitFor,
  slots,
  times,
  place,
  isSignedOut = false,
  onChoose,
}: TimesStatusProps) {
  const freeCount = slots.filter((slot) => isListed(slot, times.free)).length
  const box = useScrollIntoView<HTMLDivElement>(place.problem)
  const mentioned = [place.hold?.time, place.problem?.wanted]
  return (
    <>
      <div ref={box} role="alert" className={styles.alert}>
        {place.isOver && (
          <Notice tone="warn" icon="clock">
            <p>{holdOver(isSignedOut)}</p>
          </Notice>
        )}
        {place.problem && !isCodeNeeded(place.problem.error) && (
          <Notice tone="warn">
            <p>{holdProblem(place.problem.error)}</p>
            {place.hold && <p>{place.hold.time} is still held for you.</p>}
            {!place.isUnheld && (
              <NearestTimes
                slots={nearestFree({
                  slots,
                  free: times.free,
                  wanted: place.problem.wanted,
                  count: 3,
                })}
                onChoose={onChoose}
              />
            )}
          </Notice>
        )}
        {freeCount === 0 && !place.hold && <NoTimesLeft waitFor={waitFor} />}
      </div>
      <p role="status" className={styles.line}>
        {times.isOld ? (
          <>
            <Icon name="warning-circle" />
            {!isCodeNeeded(times.refused) && 'We cannot reach our booking system. '}
            These times may be out of date.
          </>
        ) : (
          <TakenTimes
            gone={times.gone.filter((time) => !mentioned.includes(time))}
            left={freeCount}
          />
        )}
      </p>
    </>
  )
}

function TakenTimes({ gone, left }: { gone: readonly string[]; left: number }) {
  if (gone.length === 0) return null
  const which =
    gone.length > 3
      ? `${gone.length} times have`
      : `${gone.join(', ')} ${gone.length === 1 ? 'has' : 'have'}`
  return (
    <>
      <Icon name="info" />
      {which} just been taken. {left} {left === 1 ? 'time' : 'times'} left.
    </>
  )
}

function NearestTimes({
  slots,
  onChoose,
}: {
  slots: readonly Slot[]
  onChoose: (time: string) => void
}) {
  if (slots.length === 0) return null
  return (
    <>
      <p>The nearest free times:</p>
      <Buttons>
        {slots.map(({ time }) => (
          <Button key={time} kind="quiet" onClick={() => onChoose(time)}>
            {time}
          </Button>
        ))}
      </Buttons>
    </>
  )
}

function NoTimesLeft({ waitFor }: { waitFor: number | undefined }) {
  return (
    <Notice tone="warn" title="Fully Booked">
      <p>
        All the times for this event are taken.{' '}
        {waitFor === undefined
          ? 'If someone cancels, their time will show here.'
          : 'Join the waiting list and we will offer you a time when it is your turn.'}{' '}
        You can also ring <Helpline />.
      </p>
      <Buttons>
        {waitFor !== undefined && (
          <ButtonLink to={`/waiting-list?event=${waitFor}`}>Join the waiting list</ButtonLink>
        )}
        <ButtonLink kind="quiet" to="/book-event-main">
          See other events
        </ButtonLink>
      </Buttons>
    </Notice>
  )
}
