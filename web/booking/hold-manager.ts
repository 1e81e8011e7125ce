import type { Hold } from '../../domain/contract.ts'
import { isBookableUnheld } from './booking-text.ts'
import { holdOnThisClock, type StoredHold } from './stored-hold.ts'

export type PlaceState = {
  /** The selected time, 'HH:mm'. */
  chosen: string | null
  /** The time the server holds, which may be an earlier selection. */
  hold: StoredHold | null
  /** The selected time is not held but can be booked. */
  isUnheld: boolean
  /** The hold expired, and no time was selected since. */
  isOver: boolean
  problem: Problem | null
}
export type Problem = { wanted: string; error: unknown }

type Options = {
  requestHold: (time: string) => Promise<Hold>
  store: (hold: StoredHold | null) => void
  stored: StoredHold | null
  /** The time of an offer of the waiting list: chosen from the start, held on proceeding. */
  offered?: string | undefined
  now: () => number
}

/** Arrow keys select every time they pass, so the request waits for a pause. */
const CHOICE_DELAY_MS = 400

/** Requests one hold at a time; the last selection wins. After a refusal the previous hold stays. */
export function createHoldManager({ requestHold, store, stored, offered, now }: Options) {
  const live = stored && stored.until > now() ? stored : null
  let state: PlaceState = {
    chosen: live?.time ?? (stored ? null : (offered ?? null)),
    hold: live,
    isUnheld: false,
    isOver: live !== stored,
    problem: null,
  }
  const listeners = new Set<() => void>()
  let choiceTimer: ReturnType<typeof setTimeout> | undefined
  let expiryTimer: ReturnType<typeof setTimeout> | undefined
  let pendingRequest: Promise<unknown> = Promise.resolve()

  function change(next: Partial<PlaceState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function choose(time: string) {
    change({ chosen: time, isUnheld: false, isOver: false, problem: null })
    clearTimeout(choiceTimer)
    choiceTimer = setTimeout(ensureHold, CHOICE_DELAY_MS)
  }

  /** True when the selected time is held or can be booked without a hold. */
  async function ensureHold(): Promise<boolean> {
    clearTimeout(choiceTimer)
    const wanted = state.chosen
    const request = pendingRequest.then(requestChosen)
    pendingRequest = request
    await request
    return wanted !== null && (state.hold?.time === wanted || state.isUnheld)
  }

  async function requestChosen() {
    const wanted = state.chosen
    if (wanted === null || state.hold?.time === wanted) return
    try {
      setHold(holdOnThisClock(await requestHold(wanted), now()))
      change({ isUnheld: false, problem: null })
    } catch (error) {
      if (state.chosen !== wanted) return
      if (isBookableUnheld(error)) {
        return change({ isUnheld: true, problem: { wanted, error } })
      }
      change({ chosen: state.hold?.time ?? null, problem: { wanted, error } })
    }
  }

  function setHold(hold: StoredHold | null) {
    store(hold)
    change({ hold })
    clearTimeout(expiryTimer)
    if (hold) expiryTimer = setTimeout(endHold, Math.max(hold.until - now(), 0))
  }

  function endHold() {
    clearTimeout(choiceTimer)
    setHold(null)
    // An expired hold does not affect a later selection that has none.
    if (state.isUnheld) return
    change({ chosen: null, isOver: true, problem: null })
  }

  /** Call when the server refuses to book the held time. */
  function onSlotLost(problem: Problem) {
    setHold(null)
    change({ chosen: null, isUnheld: false, problem })
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose,
    ensureHold,
    onSlotLost,
    endHold,
    /** Call when the server kept the held time for longer. */
    onRenewed(renewed: Hold) {
      if (state.hold?.time === renewed.slot) setHold(holdOnThisClock(renewed, now()))
    },
    /** Call after booking: the hold has become the appointment. */
    release: () => setHold(null),
    /** Starts the expiry timer, or drops an expired hold. */
    watch() {
      if (state.hold || state.isOver) setHold(state.hold)
      return () => {
        clearTimeout(choiceTimer)
        clearTimeout(expiryTimer)
      }
    },
  }
}
export type HoldManager = ReturnType<typeof createHoldManager>
