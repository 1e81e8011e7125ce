import { useEffect, useRef } from 'react'
import type { CharityEvent, Hold } from '../../domain/contract.ts'
import { ApiError, send } from '../api.ts'

const ACTS = ['input', 'keydown', 'pointerdown'] as const
const PAUSE_MS = 60_000

type Renewal = {
  event: Pick<CharityEvent, 'event_id'>
  /** The time that a visitor holds; null without one. */
  time: string | null
  onRenewed: (hold: Hold) => void
  /** The place is no longer the visitor's. */
  onLost: (error: ApiError) => void
}

/** Renews a visitor's hold by each act on the page, at most once a minute. */
export function useRenewal({ event, time, ...callbacks }: Renewal): void {
  const latest = useRef(callbacks)
  latest.current = callbacks
  const eventId = event.event_id
  useEffect(() => {
    if (time === null) return
    let renewedAt = Date.now()
    const renew = async () => {
      if (Date.now() - renewedAt < PAUSE_MS) return
      renewedAt = Date.now()
      const call = 'POST /api/events/:id/visitor-holds/keep'
      try {
        const hold = await send(call, { params: { id: eventId }, body: { slot: time } })
        latest.current.onRenewed(hold)
      } catch (error) {
        // Without an answer the hold goes on to its end.
        if (error instanceof ApiError && error.status === 409) latest.current.onLost(error)
      }
    }
    for (const act of ACTS) document.addEventListener(act, renew)
    return () => {
      for (const act of ACTS) document.removeEventListener(act, renew)
    }
  }, [eventId, time])
}
