import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Offer } from '../../domain/waiting-list-schemas.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './hold-bar.module.css'
import { HoldBar } from './hold-bar.tsx'
import type { PlaceState } from './hold-manager.ts'

type Props = { place: PlaceState; offer: Offer | null }

/** Beside the button. As high without a hold as with one, so that nothing moves under a finger. */
export function ChosenTime({ place: { hold, chosen, isUnheld }, offer }: Props) {
  const isOffered = chosen !== null && chosen === offer?.time
  if (hold && !isUnheld)
    return (
      <HoldBar hold={hold} advice="If you choose another time, we will hold that one instead." />
    )
  return (
    <div className={styles.bar} data-waiting="">
      <Icon name="clock" />
      <p className={styles.words}>
        {chosen === null && `We will hold the time you choose for ${HOLD_MINUTES} minutes.`}
        {chosen !== null && isUnheld && `${chosen} is not held, but you can still book it.`}
        {isOffered && !isUnheld && `${chosen} is held for you.`}
        {chosen !== null && !isOffered && !isUnheld && `Holding ${chosen}...`}
      </p>
    </div>
  )
}
