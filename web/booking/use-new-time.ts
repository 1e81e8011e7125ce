import { type FormEvent, useMemo, useState } from 'react'
import type { CharityEvent, Slots } from '../../domain/contract.ts'
import { generateSlots, type Slot } from '../../domain/slots.ts'
import type { FieldError } from '../ui/error-summary.tsx'
import type { PlaceState, Problem } from './hold-manager.ts'
import { slotId } from './slot-picker.tsx'
import { isListed } from './time-choice.ts'
import { useFreeTimes } from './use-free-times.ts'

/** What a failed move leads to; 'slot taken' keeps the dialog open for another time. */
export type MoveProblem<Outcome> = 'slot taken' | { sentence: string } | { closes: Outcome }

type NewTime<Outcome> = {
  event: CharityEvent
  free: Slots
  /** The appointment's own time when it is at this event. */
  own: string | null
  /** Says that no time was chosen. */
  chooseFirst: string
  /** What else stops the move. */
  otherErrors?: readonly FieldError[]
  move: (slot: Slot) => Promise<Outcome>
  problemOf: (error: unknown) => MoveProblem<Outcome>
  onClose: (outcome: Outcome) => void | Promise<void>
}

/** The choice of a new time for an appointment in a dialog, and its move; the old time is kept until then. */
export function useNewTime<Outcome>({ event, free, own, ...dialog }: NewTime<Outcome>) {
  const slots = useMemo(() => generateSlots(event), [event])
  const times = useFreeTimes(event.event_id, slots, free)
  const [chosen, setChosen] = useState(own)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [slotProblem, setSlotProblem] = useState<Problem | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const others = slots.filter(({ time }) => time !== own)
  const first = others.find((slot) => isListed(slot, times.free))
  const slot = others.find(({ time }) => time === chosen)
  const place: PlaceState = {
    chosen,
    hold: null,
    isUnheld: false,
    isOver: false,
    problem: slotProblem,
  }

  function choose(time: string) {
    setChosen(time)
    setErrors([])
    setSlotProblem(null)
    setProblem(null)
  }

  async function confirm(submitted: FormEvent) {
    submitted.preventDefault()
    if (isPending) return
    const missing = [
      ...(slot || !first ? [] : [{ field: slotId(first), message: dialog.chooseFirst }]),
      ...(dialog.otherErrors ?? []),
    ]
    setErrors(missing)
    if (missing.length > 0 || !slot) return
    setPending(true)
    setProblem(null)
    try {
      await dialog.onClose(await dialog.move(slot))
    } catch (error) {
      await handleError(error, slot.time)
      setPending(false)
    }
  }

  async function handleError(error: unknown, wanted: string) {
    const failure = dialog.problemOf(error)
    if (failure === 'slot taken') {
      setSlotProblem({ wanted, error })
      setChosen(null)
      return times.refresh()
    }
    if ('closes' in failure) await dialog.onClose(failure.closes)
    else setProblem(failure.sentence)
  }

  return { slots, others, times, first, slot, place, errors, problem, isPending, choose, confirm }
}
