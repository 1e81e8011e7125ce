import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { stepIn } from './booking-path.ts'
import { type BookingStep, stepAddress } from './steps.ts'

type Ready = { hasTime: boolean; hasAnswers: boolean; isSignedOut?: boolean }

/**
 * Redirects to the first step that is missing; focuses a new step's heading, or the field that the
 * link named (`fieldState`).
 */
export function useStep(eventId: number, ready: Ready): BookingStep {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const wanted = stepIn(search)
  const step = firstMissing(wanted, ready)

  useEffect(() => {
    if (step !== wanted) navigate(stepAddress(eventId, step), { replace: true })
  }, [step, wanted, eventId, navigate])

  const shownStep = useRef(step)
  const field: unknown = Object(state).field
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    const target = typeof field === 'string' ? document.getElementById(field) : null
    target?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const focused = target ?? document.querySelector<HTMLElement>('h1')
    focused?.focus({ preventScroll: true })
  }, [step, field])

  return step
}

/** The state of a link that leads to one field of a step. */
export function fieldState(field: string): { field: string } {
  return { field }
}

function firstMissing(
  wanted: BookingStep,
  { hasTime, hasAnswers, isSignedOut = false }: Ready,
): BookingStep {
  if (!hasTime || wanted === 'time') return 'time'
  if (isSignedOut) return 'account'
  // Back from the consent form, after signing in.
  if (wanted === 'account') return 'time'
  return wanted === 'check' && !hasAnswers ? 'consent' : wanted
}
