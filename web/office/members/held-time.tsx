import { ukTime } from '../../../domain/uk-time.ts'
import { ApiError } from '../../api.ts'
import type { PlaceState } from '../../booking/hold-manager.ts'
import { Notice } from '../../ui/notice.tsx'
import { forClerk } from './booking-text.ts'
import styles from './member.module.css'

/** Whether the chosen time is held for the member, and until when. */
export function HeldTime({ place, name }: { place: PlaceState; name: string }) {
  return (
    <div role="status" className={styles.held}>
      {place.isUnheld ? (
        <Notice icon="clock">
          <p>This time is not held. You can book it as long as it is free.</p>
        </Notice>
      ) : (
        place.hold &&
        place.hold.time === place.chosen && (
          <Notice icon="clock">
            <p>
              Held for {name} until {ukTime(new Date(place.hold.expiresAt))}.
            </p>
          </Notice>
        )
      )}
      {place.isOver && (
        <Notice tone="warn" icon="clock">
          <p>The time is no longer held for {name}. Choose again. Your answers are still here.</p>
        </Notice>
      )}
    </div>
  )
}

/** Why the chosen time could not be held, for the field; undefined when it can be booked. */
export function whyNotHeld({ problem, isUnheld }: PlaceState): string | undefined {
  if (!problem || isUnheld) return undefined
  const error = forClerk(problem.error)
  return error instanceof ApiError
    ? error.message
    : 'We could not reach our booking system, so this time is not held. Choose it again.'
}
