import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isConsentStep } from './booking-path.ts'
import { stepAddress } from './steps.ts'

/** Redirects to the times when none is chosen; focuses a new step's heading. */
export function useStep(eventId: number, mayConsent: boolean): 'time' | 'consent' {
  const navigate = useNavigate()
  const wantsConsent = isConsentStep(useLocation().search)
  const step = wantsConsent && mayConsent ? 'consent' : 'time'

  useEffect(() => {
    if (wantsConsent && !mayConsent) navigate(stepAddress(eventId, 'time'), { replace: true })
  }, [wantsConsent, mayConsent, eventId, navigate])

  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [step])

  return step
}
