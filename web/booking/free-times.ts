import { useCallback, useEffect, useRef, useState } from 'react'
import { RouterContextProvider } from 'react-router'
import type { Slots } from '../../domain/contract.ts'
import type { Slot } from '../../domain/slots.ts'
import { get } from '../api.ts'
import { justTaken } from './time-choice.ts'

const ASK_EVERY_MS = 30_000

/** The free times of an event as the server lists them for this member. */
export function loadFreeTimes(eventId: number | string): Promise<Slots> {
  return get(new RouterContextProvider(), 'GET /api/events/:id/slots', { params: { id: eventId } })
}

/**
 * Keeps the free times fresh: asks every 30 seconds while the page is seen, and whenever the member
 * comes back to it or to the network. `gone` are the times that went with the last answer;
 * `isOld` is true while the server does not answer with them and they may be out of date; `refused`
 * is then why.
 */
export function useFreeTimes(eventId: number, slots: readonly Slot[], first: Slots) {
  const [state, setState] = useState<TimesState>({ free: first, gone: [], isOld: false })
  const asked = useRef(0)

  const accept = useCallback(
    (free: Slots) => {
      setState((before) => ({ free, gone: justTaken(slots, before.free, free), isOld: false }))
    },
    [slots],
  )
  const refresh = useCallback(async () => {
    asked.current += 1
    const turn = asked.current
    // An answer that was overtaken by a later question would bring taken times back.
    const isLatest = () => turn === asked.current
    try {
      const free = await loadFreeTimes(eventId)
      if (isLatest()) accept(free)
    } catch (refused) {
      if (isLatest()) setState((before) => ({ ...before, isOld: true, refused }))
    }
  }, [eventId, accept])

  useEffect(() => {
    const askWhenSeen = () => {
      if (document.visibilityState === 'visible') refresh()
    }
    const timer = setInterval(askWhenSeen, ASK_EVERY_MS)
    document.addEventListener('visibilitychange', askWhenSeen)
    window.addEventListener('focus', askWhenSeen)
    window.addEventListener('online', askWhenSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askWhenSeen)
      window.removeEventListener('focus', askWhenSeen)
      window.removeEventListener('online', askWhenSeen)
    }
  }, [refresh])

  return { ...state, accept, refresh }
}

export type FreeTimes = ReturnType<typeof useFreeTimes>

type TimesState = { free: Slots; gone: string[]; isOld: boolean; refused?: unknown }
