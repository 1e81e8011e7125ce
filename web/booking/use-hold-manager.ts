import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiRefused, send } from '../api.ts'
import { createPlaceKeeper } from './hold-manager.ts'
import { forgetHold, rememberedHold, rememberHold } from './stored-hold.ts'

/** The member's hold at this event; `owner` separates members that share a tab. */
export function useHeldPlace(options: { eventId: number; owner: string; onTaken: () => void }) {
  const { eventId, owner, onTaken } = options
  const [keeper] = useState(() =>
    createPlaceKeeper({
      ask: (time) =>
        send('POST /api/events/:id/holds', { params: { id: eventId }, body: { slot: time } }),
      remember: (hold) => (hold ? rememberHold(owner, hold) : forgetHold()),
      remembered: rememberedHold(owner),
      now: () => Date.now(),
    }),
  )
  const place = useSyncExternalStore(keeper.subscribe, keeper.state)
  useEffect(() => keeper.watch(), [keeper])

  const refused = place.problem?.refused
  useEffect(() => {
    if (refused instanceof ApiRefused && refused.code === 'slot_taken') onTaken()
  }, [refused, onTaken])

  return { place, keeper }
}
