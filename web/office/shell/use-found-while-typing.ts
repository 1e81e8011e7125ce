import { useEffect, useRef, useState } from 'react'
import { SEARCH_LENGTH } from '../../../domain/office/member-search.ts'
import type { Found } from '../../../domain/office/search-schemas.ts'
import { read } from '../api.ts'

const PAUSE_MS = 150

/** What was found for `q`. */
type Answer = { q: string; found: Found }

/**
 * What the office finds for the text in the box, a moment after the last key. Each key ends the request
 * before, so that an old answer never replaces a newer one. Null while nothing is known; without a
 * connection the box still sends its text to the screen 'Search'.
 */
export function useFoundWhileTyping() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const request = useRef<AbortController | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      request.current?.abort()
    },
    [],
  )

  function stop() {
    clearTimeout(timer.current)
    request.current?.abort()
  }

  function typed(text: string) {
    stop()
    const q = text.trim()
    if (q.length < SEARCH_LENGTH.min) return setAnswer(null)
    timer.current = setTimeout(() => ask(q), PAUSE_MS)
  }

  async function ask(q: string) {
    const controller = new AbortController()
    request.current = controller
    const found = await find(q, controller.signal)
    if (!controller.signal.aborted) setAnswer(found && { q, found })
  }

  /** The answer that is there, or a new one; null without one. */
  async function answerFor(q: string): Promise<Found | null> {
    stop()
    return answer?.q === q ? answer.found : find(q)
  }

  return { answer, typed, answerFor }
}

async function find(q: string, signal?: AbortSignal): Promise<Found | null> {
  try {
    return await read('GET /api/office/search', { query: { q }, ...(signal && { signal }) })
  } catch {
    return null
  }
}
