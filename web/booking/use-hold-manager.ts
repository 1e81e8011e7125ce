import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError, send } from '../api.ts'
import { createHoldManager } from './hold-manager.ts'
import { clearHold, storedHold, storeHold } from './stored-hold.ts'

/** The member's hold at this event; `owner` separates members that share a tab. */
export function useHoldManager(options: { eventId: number; owner: string; onTaken: () => void }) {
  const { eventId, owner, onTaken } = options
  const [holdManager] = useState(() =>
    createHoldManager({
      ask: (time) =>
        send('POST /api/events/:id/holds', { params: { id: eventId }, body: { slot: time } }),
      remember: (hold) => (hold ? storeHold(owner, hold) : clearHold()),
      remembered: storedHold(owner),
      now: () => Date.now(),
    }),
  )
  const place = useSyncExternalStore(holdManager.subscribe, holdManager.state)
  useEffect(() => holdManager.watch(), [holdManager])

  const refused = place.problem?.refused
  useEffect(() => {
    if (refused instanceof ApiError && refused.code === 'slot_taken') onTaken()
  }, [refused, onTaken])

  return { place, holdManager }
}
