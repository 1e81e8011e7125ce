import { useCallback, useEffect, useRef, useState } from 'react'
import { RouterContextProvider } from 'react-router'
import type { Slots } from '../../domain/contract.ts'
import type { Slot } from '../../domain/slots.ts'
import { get } from '../api.ts'
import { justTaken } from './time-choice.ts'

const POLL_MS = 30_000

export function loadFreeTimes(eventId: number | string): Promise<Slots> {
  return get(new RouterContextProvider(), 'GET /api/events/:id/slots', { params: { id: eventId } })
}

/** `gone`: times taken since the last response; `isOld`: the last request failed with `refused`. */
export function useFreeTimes(eventId: number, slots: readonly Slot[], first: Slots) {
  const [state, setState] = useState<TimesState>({ free: first, gone: [], isOld: false })
  const requestCount = useRef(0)

  const accept = useCallback(
    (free: Slots) => {
      setState((before) => ({ free, gone: justTaken(slots, before.free, free), isOld: false }))
    },
    [slots],
  )
  const refresh = useCallback(async () => {
    requestCount.current += 1
    const requestNumber = requestCount.current
    const isLatest = () => requestNumber === requestCount.current
    try {
      const free = await loadFreeTimes(eventId)
      if (isLatest()) accept(free)
    } catch (refused) {
      if (isLatest()) setState((before) => ({ ...before, isOld: true, refused }))
    }
  }, [eventId, accept])

  useEffect(() => {
    const refreshWhenVisible = () => {
      if (document.visibilityState === 'visible') refresh()
    }
    const timer = setInterval(refreshWhenVisible, POLL_MS)
    document.addEventListener('visibilitychange', refreshWhenVisible)
    window.addEventListener('focus', refreshWhenVisible)
    window.addEventListener('online', refreshWhenVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshWhenVisible)
      window.removeEventListener('focus', refreshWhenVisible)
      window.removeEventListener('online', refreshWhenVisible)
    }
  }, [refresh])

  return { ...state, accept, refresh }
}

export type FreeTimes = ReturnType<typeof useFreeTimes>

type TimesState = { free: Slots; gone: string[]; isOld: boolean; refused?: unknown }
