import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { holdOver } from './booking-text.ts'
import { HoldBar } from './hold-bar.tsx'
import type { PlaceState } from './hold-manager.ts'
import styles from './hold-notice.module.css'

type HoldNoticeProps = {
  place: PlaceState
  timeAddress: string
  advice: string
  isSignedOut?: boolean
}

/** How the chosen time stands: held, not held, or released. */
export function HoldNotice({ place, timeAddress, advice, isSignedOut = false }: HoldNoticeProps) {
  return (
    <>
      {place.isUnheld ? (
        <Notice icon="clock">
          <p>
            {place.chosen} is not held while you {isSignedOut ? 'sign in' : 'answer'}. It is yours
            once you have booked it.
          </p>
        </Notice>
      ) : (
        place.hold && <HoldBar hold={place.hold} advice={advice} />
      )}
      <div role="alert" className={styles.alert}>
        {place.isOver && (
          <Notice tone="warn" icon="clock">
            <p>{holdOver(isSignedOut)}</p>
            {!isSignedOut && <p>We have kept your answers.</p>}
            <ButtonLink to={timeAddress}>Choose again</ButtonLink>
          </Notice>
        )}
      </div>
    </>
  )
}
