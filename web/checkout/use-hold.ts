import { useCallback, useEffect, useState } from 'react'
import type { Hold } from '../../domain/contract.ts'
import { holdOnThisClock, storedHold, storeHold } from '../booking/stored-hold.ts'

/** `hold` is null without a hold at this time. */
export function useHold(owner: string, time: string) {
  const [hold, setHold] = useState(() => {
    const remembered = storedHold(owner)
    return remembered?.time === time ? remembered : null
  })
  const [isOver, setOver] = useState(false)
  const until = hold?.until

  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(() => setOver(true), Math.max(until - Date.now(), 0))
    return () => clearTimeout(timer)
  }, [until])

  const extend = useCallback(
    (next: Pick<Hold, 'slot' | 'expires_at'>) => {
      const stored = holdOnThisClock(next, Date.now())
      storeHold(owner, stored)
      setHold(stored)
      setOver(false)
    },
    [owner],
  )

  return { hold, isOver, extend }
}
