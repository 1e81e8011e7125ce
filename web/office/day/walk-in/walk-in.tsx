import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Day, DayAction } from '../../../../domain/office/day-schemas.ts'
import { TextButton } from '../../../ui/button.tsx'
import { confirm } from '../../../ui/dialog.tsx'
import { Stepper } from '../../../ui/stepper.tsx'
import type { DoorSession } from '../day-session.ts'
import { CheckStep } from './check-step.tsx'
import { HandBackStep, NoConsent, QuestionsStep, TicksStep } from './consent-steps.tsx'
import { type Draft, nameOf, STEPS, type Step, stepToOpen } from './draft.ts'
import { ContactStep, SupportStep, WhoStep } from './person-steps.tsx'
import { PlaceStep } from './place-step.tsx'
import { placesLeft, situationOf } from './situation.ts'
import { toActions, toDoubt } from './to-actions.ts'
import { UnderstandsStep } from './understands-step.tsx'
import styles from './walk-in.module.css'

/** In the address, so that the browser's Back goes one step back. */
export const STEP_PARAM = 'walk-in'
const NO_CONSENT = 'no-consent'

const PARTS = ['Who', 'Contact', 'Help', 'Consent', 'Place and payment', 'Check']
const PART_OF: Record<Step, number> = {
  who: 0,
  contact: 1,
  support: 2,
  understands: 3,
  questions: 3,
  consent: 3,
  'hand-back': 3,
  place: 4,
  check: 5,
}

type Props = {
  session: DoorSession
  day: Day
  draft: Draft
  waiting: readonly DayAction[]
  /** The list, with the people of this name. */
  onList: (name: string) => void
}

/** Registers somebody who comes without an appointment. Nothing here needs a network. */
export function WalkIn({ session, day, draft, waiting, onList }: Props) {
  const [params, setParams] = useSearchParams()
  const [isSaving, setSaving] = useState(false)
  const isGoingOn = useRef(false)
  const request = params.get(STEP_PARAM) ?? ''
  const placesFree = placesLeft(day, waiting)
  const situation = useMemo(() => situationOf(day, waiting), [day, waiting])
  const step = useOpenedStep(request, () => stepToOpen(request, draft, situation))
  const shown = request === NO_CONSENT ? NO_CONSENT : step
  const screen = useHeadingFocus(shown)

  const go = (next: Step | typeof NO_CONSENT) => setParams({ [STEP_PARAM]: next })
  const change = (changes: Partial<Draft>) => void session.changeDraft({ ...draft, ...changes })
  function goBack() {
    const before = STEPS[STEPS.indexOf(step) - 1]
    if (before) go(before)
    else onList('')
  }
  /** What was typed is on the tablet before the next step is shown. */
  async function goOn() {
    const next = STEPS[STEPS.indexOf(step) + 1]
    if (!next || isGoingOn.current) return
    isGoingOn.current = true
    await session.draftKept()
    isGoingOn.current = false
    go(next)
  }
  async function end(name = '') {
    await session.changeDraft(null)
    onList(name)
  }
  async function endIfSure() {
    const isSure = await confirm({
      title: 'End the registration?',
      text: 'Everything you have typed will be deleted from this tablet.',
      yes: 'End it and delete',
      no: 'Continue',
    })
    if (isSure) await end()
  }
  async function register() {
    const unfinished = stepToOpen('check', draft, situation)
    if (unfinished !== 'check') return go(unfinished)
    setSaving(true)
    await session.register(toActions(draft, situation))
    setSaving(false)
    if (!session.state().problem) onList(nameOf(draft))
  }

  async function sendDoubt() {
    setSaving(true)
    await session.register(toDoubt(draft))
    setSaving(false)
    if (!session.state().problem) onList('')
  }

  const props = { draft, situation, change, onNext: goOn, onBack: goBack }
  return (
    <div ref={screen}>
      {!isWithMember(shown) && <Stepper steps={PARTS} current={PART_OF[step]} />}
      {shown === NO_CONSENT && <NoConsent onBack={() => go('consent')} onEnd={() => end()} />}
      {shown === 'who' && <WhoStep {...props} onThis={end} />}
      {shown === 'contact' && <ContactStep {...props} />}
      {shown === 'support' && <SupportStep {...props} />}
      {shown === 'understands' && (
        <UnderstandsStep {...props} onDoubt={sendDoubt} isSaving={isSaving} />
      )}
      {shown === 'questions' && <QuestionsStep {...props} />}
      {shown === 'consent' && <TicksStep {...props} onNo={() => go(NO_CONSENT)} />}
      {shown === 'hand-back' && <HandBackStep {...props} />}
      {shown === 'place' && (
        <PlaceStep {...props} isLead={day.is_lead} keptBack={placesFree.keptBack} />
      )}
      {shown === 'check' && (
        <CheckStep {...props} isSaving={isSaving} onNext={register} onStep={go} />
      )}
      {!isWithMember(shown) && (
        <p className={styles.end}>
          <TextButton onClick={endIfSure}>End the registration</TextButton>
        </p>
      )}
    </div>
  )
}

/** Whether the member has the tablet: the door's other controls are not shown then. */
export function isWithMember(shown: string | null): boolean {
  return (
    shown === 'questions' || shown === 'consent' || shown === 'hand-back' || shown === NO_CONSENT
  )
}

/**
 * The step of an address is found once, when it opens: what is typed then never leaves it, only its
 * button does. The address follows.
 */
function useOpenedStep(request: string, find: () => Step): Step {
  const [, setParams] = useSearchParams()
  const [opened, setOpened] = useState(() => ({ asked: request, step: find() }))
  const now = opened.asked === request ? opened : { asked: request, step: find() }
  if (now !== opened) setOpened(now)
  const isElsewhere = request !== NO_CONSENT && request !== now.step
  useEffect(() => {
    if (isElsewhere) setParams({ [STEP_PARAM]: now.step }, { replace: true })
  }, [isElsewhere, now.step, setParams])
  return now.step
}

/** A new step is read from its heading on. */
function useHeadingFocus(step: string) {
  const screen = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a step
  useEffect(() => {
    scrollTo(0, 0)
    screen.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [step])
  return screen
}
