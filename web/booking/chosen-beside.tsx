import type { CharityEvent } from '../../domain/contract.ts'
import { Panel } from '../ui/panel.tsx'
import { visitorOwner } from './chosen-before-sign-in.ts'
import styles from './chosen-beside.module.css'
import { DayBox } from './day-box.tsx'
import { HoldBar } from './hold-bar.tsx'
import { holdOnThisClock, storedHold, storeHold } from './stored-hold.ts'
import { useClock } from './use-clock.ts'
import { useRenewal } from './use-renewal.ts'

type Props = {
  event: CharityEvent
  /** The chosen time. */
  time: string
  /** What to do while the time is held. */
  advice?: string
  /** False where the page shows `HeldUntil` itself. */
  isHoldShown?: boolean
}

/** The event and time that a visitor chose, beside the forms of sign-in and sign-up. */
export function ChosenBeside({ isHoldShown = true, ...props }: Props) {
  return (
    <Panel title="Your booking so far">
      <div className={styles.box}>
        <DayBox event={props.event} />
        {isHoldShown && <HeldUntil {...props} />}
      </div>
    </Panel>
  )
}

/** Known in the tab where the time was chosen only: the hold itself is known by a cookie. */
export function HeldUntil({
  event,
  time,
  advice = 'Sign in or create your account by then.',
}: Omit<Props, 'isHoldShown'>) {
  const now = useClock()
  const owner = visitorOwner(event)
  const hold = storedHold(owner)
  const isHeld = hold?.time === time && hold.until > now
  useRenewal({
    event,
    time: isHeld ? time : null,
    onRenewed: (renewed) => storeHold(owner, holdOnThisClock(renewed, Date.now())),
    onLost: () => hold && storeHold(owner, { ...hold, until: Date.now() }),
  })
  if (hold?.time !== time)
    return (
      <p>
        <b>{time}</b> is the time that you chose.
      </p>
    )
  if (isHeld) return <HoldBar hold={hold} advice={advice} />
  return (
    <div>
      <p>
        <b>{time} is no longer held for you.</b>
      </p>
      <p>Continue to see which times are still free.</p>
    </div>
  )
}
