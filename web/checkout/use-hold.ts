import { useCallback, useEffect, useState } from 'react'
import type { Hold } from '../../domain/contract.ts'
import { keptHold, rememberedHold, rememberHold } from '../booking/stored-hold.ts'

/**
 * The place kept for the member at this time while paying, counted on this device's clock; `isOver` when
 * it ran out. Null when none is kept.
 */
export function useHold(owner: string, time: string) {
  const [hold, setHold] = useState(() => {
    const remembered = rememberedHold(owner)
    return remembered?.time === time ? remembered : null
  })
  const [isOver, setOver] = useState(false)
  const until = hold?.until

  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => setOver(true), Math.max(until - Date.now(), 0))
    return () => clearTimeout(timer)
  }, [until])

  /** The server says until when it is kept now. */
  const extend = useCallback(
    (next: Pick<Hold, 'slot' | 'expires_at'>) => {
      const kept = keptHold(next, Date.now())
      rememberHold(owner, kept)
      setHold(kept)
      setOver(false)
    },
    [owner],
  )

  return { hold, isOver, extend }
}
