import { useNavigate } from 'react-router'
import type { CharityEvent, Slots } from '../../domain/contract.ts'
import { needsPayment } from '../../domain/events.ts'
import { Split, Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { AccessCodeNotice } from './access-code-notice.tsx'
import { AccountStep } from './account-step.tsx'
import styles from './booking.module.css'
import { stepsTo } from './booking-path.ts'
import { ChooseTime } from './choose-time.tsx'
import { visitorOwner, type Wanted } from './chosen-before-sign-in.ts'
import { OrderSummary } from './order-summary.tsx'
import { STEP_TITLES } from './step-titles.ts'
import { stepAddress } from './steps.ts'
import { useRenewal } from './use-renewal.ts'
import { useStep } from './use-step.ts'
import { useTimeChoice } from './use-time-choice.ts'

type Props = { event: CharityEvent; firstFree: Slots; wanted: Wanted | null }

/** The steps before sign-in: the time, which is held, and the account last. */
export function VisitorBooking({ event, firstFree, wanted }: Props) {
  const eventId = event.event_id
  const { choice, needsCode, retry } = useTimeChoice({
    event,
    firstFree,
    owner: visitorOwner(event),
    wanted,
    isSignedOut: true,
  })
  const { place, holdManager } = choice
  const navigate = useNavigate()
  const held = place.hold?.time ?? null
  useRenewal({
    event,
    time: held,
    onRenewed: holdManager.onRenewed,
    onLost: (error) => holdManager.onSlotLost({ wanted: held ?? '', error }),
  })
  const step = useStep(eventId, {
    hasTime: place.chosen !== null || place.isOver,
    hasAnswers: false,
    isSignedOut: true,
  })

  async function proceed() {
    if (await holdManager.ensureHold()) await navigate(stepAddress(eventId, 'account'))
  }

  const flow = { asksNhsNumber: event.requires_nhs_number, isPaid: needsPayment(event) }
  return (
    <Wrap>
      <Stepper steps={stepsTo({ ...flow, isSignedOut: true })} current={step === 'time' ? 0 : 1} />
      <PageTitle>{STEP_TITLES[step]}</PageTitle>
      {needsCode && (
        <div className={styles.notice}>
          <AccessCodeNotice event={event} onRight={retry} />
        </div>
      )}
      <div className={styles.page}>
        <Split ratio="wide">
          {step === 'time' ? (
            <ChooseTime
              {...choice}
              onProceed={proceed}
              action="Continue"
              isRepeat={false}
              isSignedOut
              offer={null}
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
