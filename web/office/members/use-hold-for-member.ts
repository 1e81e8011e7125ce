import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../api.ts'
import { createHoldManager } from '../../booking/hold-manager.ts'
import { write } from '../api.ts'
import { timeOf } from './times.ts'

type Options = { memberId: number; eventId: number; onTaken: () => void }

/** Holds the chosen time ('YYYY-MM-DD HH:mm') for the member, and releases it when the screen is left. */
export function useHoldForMember({ memberId, eventId, onTaken }: Options) {
  const [{ holdManager, watch }] = useState(() => createHold(memberId, eventId))
  const place = useSyncExternalStore(holdManager.subscribe, holdManager.state)
  useEffect(() => watch(), [watch])

  const error = place.problem?.error
  useEffect(() => {
    if (error instanceof ApiError && error.code === 'slot_taken') onTaken()
  }, [error, onTaken])

  return { place, holdManager }
}

function createHold(memberId: number, eventId: number) {
  const member = { id: memberId }
  let heldId: string | null = null
  let isHere = false
  const holdManager = createHoldManager({
    requestHold: async (value) => {
      const hold = await write('POST /api/office/members/:id/holds', {
        params: member,
        body: { event_id: eventId, ...timeOf(value) },
        idempotencyKey: crypto.randomUUID(),
      })
      heldId = hold.hold_id
      if (!isHere) leave()
      return { ...hold, slot: value }
    },
    store: (hold) => {
      if (hold === null) heldId = null
    },
    stored: null,
    now: () => Date.now(),
  })

  function leave() {
    isHere = false
    if (heldId === null) return
    const params = { ...member, hold: heldId }
    heldId = null
    // If this fails, the hold ends by itself.
    write('DELETE /api/office/members/:id/holds/:hold', { params }).catch(() => undefined)
  }

  function watch() {
    isHere = true
    const stop = holdManager.watch()
    return () => {
      stop()
      leave()
    }
  }

  return { holdManager, watch }
}
