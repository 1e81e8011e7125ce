import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { CharityEvent, Slots } from '../../domain/contract.ts'
import { needsPayment } from '../../domain/events.ts'
import { generateSlots } from '../../domain/slots.ts'
import { Split, Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { AccessCodeNotice } from './access-code-notice.tsx'
import { AccountStep } from './account-step.tsx'
import styles from './booking.module.css'
import { stepsTo } from './booking-path.ts'
import { isCodeNeeded } from './booking-words.ts'
import { ChooseTime } from './choose-time.tsx'
import { visitorOwner, type Wanted } from './chosen-before-sign-in.ts'
import { OrderSummary } from './order-summary.tsx'
import { STEP_TITLES } from './step-titles.ts'
import { stepAddress } from './steps.ts'
import { useFreeTimes } from './use-free-times.ts'
import { useHoldManager } from './use-hold-manager.ts'
import { useStep } from './use-step.ts'
import { useWanted } from './use-wanted.ts'

type Props = { event: CharityEvent; firstFree: Slots; wanted: Wanted | null }

/** The steps before sign-in: the time, which is held, and the account last. */
export function VisitorBooking({ event, firstFree, wanted }: Props) {
  const eventId = event.event_id
  const slots = useMemo(() => generateSlots(event), [event])
  const times = useFreeTimes(eventId, slots, firstFree)
  const { place, holdManager } = useHoldManager({
    eventId,
    owner: visitorOwner(event),
    isSignedOut: true,
    onTaken: times.refresh,
  })
  useWanted(wanted, { slots, times, holdManager })
  const navigate = useNavigate()
  const step = useStep(eventId, {
    hasTime: place.chosen !== null || place.isOver,
    hasAnswers: false,
    isSignedOut: true,
  })

  async function proceed() {
    if (await holdManager.ensureHold()) await navigate(stepAddress(eventId, 'account'))
  }

  async function retryWithCode() {
    await times.refresh()
    if (isCodeNeeded(place.problem?.error)) holdManager.choose(place.problem?.wanted ?? '')
  }

  const needsCode = isCodeNeeded(place.problem?.error) || isCodeNeeded(times.refused)
  const flow = { asksNhsNumber: event.requires_nhs_number, isPaid: needsPayment(event) }
  return (
    <Wrap>
      <Stepper steps={stepsTo({ ...flow, isSignedOut: true })} current={step === 'time' ? 0 : 1} />
      <PageTitle>{STEP_TITLES[step]}</PageTitle>
      {needsCode && (
        <div className={styles.notice}>
          <AccessCodeNotice event={event} onRight={retryWithCode} />
        </div>
      )}
      <div className={styles.page}>
        <Split ratio="wide">
          {step === 'time' ? (
            <ChooseTime
              event={event}
              slots={slots}
              times={times}
              place={place}
              holdManager={holdManager}
              onProceed={proceed}
              action="Continue"
              isRepeat={false}
              offer={null}
              wanted={wanted}
            />
          ) : (
            <AccountStep event={event} place={place} />
          )}
          <OrderSummary event={event} forWhom={null} time={place.chosen} />
        </Split>
      </div>
    </Wrap>
  )
}
