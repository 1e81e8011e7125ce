import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError, send } from '../api.ts'
import { createHoldManager } from './hold-manager.ts'
import { clearHold, storedHold, storeHold } from './stored-hold.ts'

/** Refusals after which the list of free times is old. */
const TAKEN = ['slot_taken', 'hold_yielded']

/** `owner` separates members that share a tab, and visitors from members. */
export function useHoldManager(options: {
  eventId: number
  owner: string
  isSignedOut?: boolean
  offered?: string | undefined
  onTaken: () => void
}) {
  const { eventId, owner, isSignedOut = false, offered, onTaken } = options
  const [holdManager] = useState(() =>
    createHoldManager({
      requestHold: (time) =>
        send(isSignedOut ? 'POST /api/events/:id/visitor-holds' : 'POST /api/events/:id/holds', {
          params: { id: eventId },
          body: { slot: time },
        }),
      store: (hold) => (hold ? storeHold(owner, hold) : clearHold()),
      stored: storedHold(owner),
      offered,
      now: () => Date.now(),
    }),
  )
  const place = useSyncExternalStore(holdManager.subscribe, holdManager.state)
  useEffect(() => holdManager.watch(), [holdManager])

  const error = place.problem?.error
  useEffect(() => {
    if (error instanceof ApiError && TAKEN.includes(error.code ?? '')) onTaken()
  }, [error, onTaken])

  return { place, holdManager }
}
