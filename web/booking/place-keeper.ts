import type { Hold } from '../../domain/contract.ts'
import { isBookableUnheld } from './booking-words.ts'
import { type KeptHold, keptHold } from './stored-hold.ts'

export type PlaceState = {
  /** The time ('HH:mm') that is ticked. */
  chosen: string | null
  /** The time that the server keeps for him, which may still be an earlier choice. */
  hold: KeptHold | null
  /** The time that is ticked is not kept meanwhile and can be booked all the same. */
  isUnheld: boolean
  /** His hold ran out and he has not chosen again. */
  isOver: boolean
  /** Why the time he wanted could not be kept. */
  problem: Problem | null
}
/** `refused` is what the server said, or the failure to reach it. */
export type Problem = { wanted: string; refused: unknown }

type Parts = {
  ask: (time: string) => Promise<Hold>
  remember: (hold: KeptHold | null) => void
  remembered: KeptHold | null
  now: () => number
}

/** Arrow keys tick every time they pass; only where they rest for this long is a place asked for. */
const RESTS_MS = 400

/**
 * The member's choice of a time and the place that the server keeps for it. One question at a time,
 * the last choice wins, and a choice that is refused leaves him what he held before.
 */
export function createPlaceKeeper({ ask, remember, remembered, now }: Parts) {
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
    resting = setTimeout(keep, RESTS_MS)
  }

  /** Settles when the time chosen now is kept or can be booked without (true), or neither (false). */
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
      setHold(keptHold(await ask(wanted), now()))
      change({ isUnheld: false, problem: null })
    } catch (refused) {
      // He has moved on meanwhile: his later choice is asked for next.
      if (state.chosen !== wanted) return
      if (isBookableUnheld(refused)) {
        return change({ isUnheld: true, problem: { wanted, refused } })
      }
      change({ chosen: state.hold?.time ?? null, problem: { wanted, refused } })
    }
  }

  function setHold(hold: KeptHold | null) {
    remember(hold)
    change({ hold })
    clearTimeout(ending)
    if (hold) ending = setTimeout(endHold, Math.max(hold.until - now(), 0))
  }

  function endHold() {
    clearTimeout(resting)
    setHold(null)
    // Its end says nothing of a later choice that was never held.
    if (state.isUnheld) return
    change({ chosen: null, isOver: true, problem: null })
  }

  /** The time is gone though it was held, as the server said when it was to be booked. */
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
    /** Booked: the hold has become the appointment. */
    release: () => setHold(null),
    /** Watches for the hold's end, or forgets one that ended while he was away; gives the way to stop. */
    watch() {
      if (state.hold || state.isOver) setHold(state.hold)
      return () => {
        clearTimeout(resting)
        clearTimeout(ending)
      }
    },
  }
}
export type PlaceKeeper = ReturnType<typeof createPlaceKeeper>
