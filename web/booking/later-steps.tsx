import { type ComponentProps, lazy, Suspense } from 'react'
import { Spinner } from '../ui/spinner.tsx'
import type { CheckStep as Check } from './check-step.tsx'
import type { ConsentStep as Consent } from './consent-step.tsx'

const loadConsentStep = () =>
  import('./consent-step.tsx').then(({ ConsentStep }) => ({ default: ConsentStep }))
const loadCheckStep = () =>
  import('./check-step.tsx').then(({ CheckStep }) => ({ default: CheckStep }))
const ConsentStep = lazy(loadConsentStep)
const CheckStep = lazy(loadCheckStep)

/** Rendering a step retries a failed preload and shows the error. */
export function preloadLaterSteps(): void {
  Promise.all([loadConsentStep(), loadCheckStep()]).catch(() => undefined)
}

type Props = { step: 'consent' | 'check' } & ComponentProps<typeof Consent> &
  ComponentProps<typeof Check>

/** The steps after the time, which is all that the first page loads. */
export function LaterSteps({ step, ...props }: Props) {
  return (
    <Suspense fallback={<Spinner>Loading the consent form</Spinner>}>
      {step === 'consent' ? <ConsentStep {...props} /> : <CheckStep {...props} />}
    </Suspense>
  )
}
