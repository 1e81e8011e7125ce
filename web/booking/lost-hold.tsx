import type { Slot } from '../../domain/slots.ts'
import { Notice } from '../ui/notice.tsx'
import type { Wanted } from './chosen-before-sign-in.ts'
import type { PlaceState } from './hold-manager.ts'
import { isListed } from './time-choice.ts'
import type { FreeTimes } from './use-free-times.ts'

type Props = {
  wanted: Wanted
  slots: readonly Slot[]
  times: FreeTimes
  place: PlaceState
}

/** Until another time is chosen: what became of the hold from before sign-in. */
export function LostHold({ wanted: { time }, slots, times, place }: Props) {
  if (place.chosen !== null && place.chosen !== time) return null
  const slot = slots.find((one) => one.time === time)
  const isFree = place.hold?.time === time || (slot !== undefined && isListed(slot, times.free))
  return (
    <Notice tone="warn" icon="clock" role="status" title={`${time} was no longer held for you`}>
      <p>
        {isFree
          ? 'It is still free. We have selected it again for you below.'
          : 'Somebody else has it now. Please choose another time.'}
      </p>
    </Notice>
  )
}
