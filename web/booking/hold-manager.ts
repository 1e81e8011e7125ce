import type { Hold } from '../../domain/contract.ts'
import { isBookableUnheld } from './booking-words.ts'
import { holdOnThisClock, type StoredHold } from './stored-hold.ts'

export type PlaceState = {
  /** The selected time, 'HH:mm'. */
  chosen: string | null
  /** The time the server holds, which may be an earlier selection. */
  hold: StoredHold | null
  /** The selected time is not held but can be booked. */
  isUnheld: boolean
  /** The hold expired and no other time was selected since. */
  isOver: boolean
  problem: Problem | null
}
/** `refused` is the API's error or the network failure. */
export type Problem = { wanted: string; refused: unknown }

type Parts = {
  ask: (time: string) => Promise<Hold>
  remember: (hold: StoredHold | null) => void
  remembered: StoredHold | null
  now: () => number
}

/** Arrow keys select every time they pass; a hold is requested only after this pause. */
const CHOICE_DELAY_MS = 400

/** Requests holds one at a time; the last selection wins, and a refusal keeps the previous hold. */
export function createHoldManager({ ask, remember, remembered, now }: Parts) {
  const found = remembered && remembered.until > now() ? remembered : null
  let state: PlaceState = {
    chosen: found?.time ?? null,
    hold: found,
    isUnheld: false,
    isOver: found !== remembered,
    problem: null,
  }
  const listeners = new Set<() => void>()
  let resting: ReturnType<typeof setTimeout> | undefined
  let ending: ReturnType<typeof setTimeout> | undefined
  let asking: Promise<unknown> = Promise.resolve()

  function change(next: Partial<PlaceState>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function choose(time: string) {
    change({ chosen: time, isUnheld: false, isOver: false, problem: null })
    clearTimeout(resting)
    resting = setTimeout(keep, CHOICE_DELAY_MS)
  }

  /** True when the selected time is held or can be booked without a hold. */
  async function keep(): Promise<boolean> {
    clearTimeout(resting)
    const wanted = state.chosen
    const answered = asking.then(askForChosen)
    asking = answered
    await answered
    return wanted !== null && (state.hold?.time === wanted || state.isUnheld)
  }

  async function askForChosen() {
    const wanted = state.chosen
    if (wanted === null || state.hold?.time === wanted) return
    try {
      setHold(holdOnThisClock(await ask(wanted), now()))
      change({ isUnheld: false, problem: null })
    } catch (refused) {
      if (state.chosen !== wanted) return
      if (isBookableUnheld(refused)) {
        return change({ isUnheld: true, problem: { wanted, refused } })
      }
      change({ chosen: state.hold?.time ?? null, problem: { wanted, refused } })
    }
  }

  function setHold(hold: StoredHold | null) {
    remember(hold)
    change({ hold })
    clearTimeout(ending)
    if (hold) ending = setTimeout(endHold, Math.max(hold.until - now(), 0))
  }

  function endHold() {
    clearTimeout(resting)
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
    keep,
    onSlotLost,
    endHold,
    /** Call after booking: the hold has become the appointment. */
    release: () => setHold(null),
    /** Starts the expiry timer, or drops an expired hold. Returns the unsubscribe. */
    watch() {
      if (state.hold || state.isOver) setHold(state.hold)
      return () => {
        clearTimeout(resting)
        clearTimeout(ending)
      }
    },
  }
}
export type HoldManager = ReturnType<typeof createHoldManager>
