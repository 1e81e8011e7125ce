import type { CharityEvent } from '../../domain/contract.ts'
import { withFrom } from '../account/return-path.ts'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import styles from './account-step.module.css'
import { afterSignInAddress } from './chosen-before-sign-in.ts'
import { DayBox } from './day-box.tsx'
import type { PlaceState } from './hold-manager.ts'
import { HoldNotice } from './hold-notice.tsx'
import { stepAddress } from './steps.ts'

type Props = { event: CharityEvent; place: PlaceState }

/** Under the heading 'Have you booked with us before?'. */
export function AccountStep({ event, place }: Props) {
  const eventId = event.event_id
  const timeAddress = stepAddress(eventId, 'time')
  const chosen = { time: place.chosen, isHeld: place.hold !== null && !place.isUnheld }
  const onward = afterSignInAddress(eventId, chosen)
  return (
    <div className={styles.step}>
      <HoldNotice
        place={place}
        timeAddress={timeAddress}
        advice="Sign in or create your account by then, and it stays yours."
        isSignedOut
      />
      <div>
        <p>
          If you have an account, sign in to continue. Creating a new one takes about 5 minutes. We
          will email you a link to confirm your address.
        </p>
        <p className="soft">If you last booked before January 2025, please create a new account.</p>
      </div>
      <Buttons>
        <ButtonLink to={withFrom('/login', onward)}>Yes, sign in</ButtonLink>
        <ButtonLink kind="quiet" to={withFrom('/signup', onward)}>
          No, create an account
        </ButtonLink>
        <Link to={timeAddress}>Choose another time</Link>
      </Buttons>
      <DayBox event={event} />
    </div>
  )
}
