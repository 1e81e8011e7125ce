import { useMemo } from 'react'
import type { CharityEvent, Slots } from '../../domain/contract.ts'
import { generateSlots } from '../../domain/slots.ts'
import { isCodeNeeded } from './booking-text.ts'
import type { Wanted } from './chosen-before-sign-in.ts'
import { useFreeTimes } from './use-free-times.ts'
import { useHoldManager } from './use-hold-manager.ts'
import { useWanted } from './use-wanted.ts'

type Choice = {
  event: CharityEvent
  firstFree: Slots
  owner: string
  wanted: Wanted | null
  offered?: string | undefined
  isSignedOut?: boolean
}

/** `choice` is what ChooseTime shows; after a right access code, `retry` asks again for what was refused. */
export function useTimeChoice({ event, firstFree, wanted, ...holder }: Choice) {
  const eventId = event.event_id
  const slots = useMemo(() => generateSlots(event), [event])
  const times = useFreeTimes(eventId, slots, firstFree)
  const { place, holdManager } = useHoldManager({ ...holder, eventId, onTaken: times.refresh })
  useWanted(wanted, { slots, times, holdManager })
  return {
    choice: { event, slots, times, place, holdManager, wanted },
    needsCode: isCodeNeeded(place.problem?.error) || isCodeNeeded(times.refused),
    async retry() {
      await times.refresh()
      if (isCodeNeeded(place.problem?.error)) holdManager.choose(place.problem?.wanted ?? '')
    },
  }
}
