import { useEffect, useRef } from 'react'
import type { Slot } from '../../domain/slots.ts'
import type { Wanted } from './chosen-before-sign-in.ts'
import type { HoldManager } from './hold-manager.ts'
import { isListed } from './time-choice.ts'
import type { FreeTimes } from './use-free-times.ts'

type Choice = { slots: readonly Slot[]; times: FreeTimes; holdManager: HoldManager }

/** Chooses the time of the address once, if it is free and no other is chosen. */
export function useWanted(wanted: Wanted | null, { slots, times, holdManager }: Choice): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || wanted === null) return
    isDone.current = true
    const slot = slots.find(({ time }) => time === wanted.time)
    const isFree = slot !== undefined && isListed(slot, times.free)
    if (isFree && holdManager.state().chosen === null) holdManager.choose(wanted.time)
  }, [wanted, slots, times, holdManager])
}
