import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CharityEvent, Slots, UserProfile } from '../../domain/contract.ts'
import { needsPayment } from '../../domain/events.ts'
import { generateSlots } from '../../domain/slots.ts'
import { unlessOffline } from '../offline.ts'
import { reportClientError } from '../report-error.ts'
import { stayOnSignOut } from '../session.ts'
import { Split, Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { toast } from '../ui/toast.tsx'
import { clearAnswers, toConsent, useAnswers } from './answers.ts'
import { createBooker, loadUpcoming } from './book.ts'
import styles from './booking.module.css'
import { bookingOwner, checkoutAddress, stepsTo } from './booking-path.ts'
import {
  type BookingProblem,
  bookingProblem,
  consentProblem,
  existingBooking,
  isCodeNeeded,
  isSignedOut,
  upcomingProblem,
} from './booking-words.ts'
import { ChooseTime } from './choose-time.tsx'
import { clearNhsConfirmation } from './nhs-number-step.ts'
import { OrderSummary } from './order-summary.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { nhsStepAddress, stepAddress } from './steps.ts'
import { hasGivenConsent, storeConsentGiven } from './stored-consent.ts'
import { useFreeTimes } from './use-free-times.ts'
import { useHoldManager } from './use-hold-manager.ts'
import { useStep } from './use-step.ts'

const loadConsentStep = () =>
  import('./consent-step.tsx').then(({ ConsentStep }) => ({ default: ConsentStep }))
const ConsentStep = lazy(loadConsentStep)
const loadAccessCodeNotice = () =>
  import('./access-code-notice.tsx').then(({ AccessCodeNotice }) => ({ default: AccessCodeNotice }))
const AccessCodeNotice = lazy(loadAccessCodeNotice)

type BookingProps = {
  member: UserProfile
  event: CharityEvent
  firstFree: Slots
  /** Free of charge, because a sample of the member gave no number. */
  isRepeat: boolean
}

export function Booking({ member, event, firstFree, isRepeat }: BookingProps) {
  const owner = bookingOwner(member, event)
  const isPaid = needsPayment(event) && !isRepeat
  const eventId = event.event_id
  const slots = useMemo(() => generateSlots(event), [event])
  const times = useFreeTimes(eventId, slots, firstFree)
  const { place, holdManager } = useHoldManager({ eventId, owner, onTaken: times.refresh })
  const [answers, changeAnswers] = useAnswers(owner)
  const [booker] = useState(createBooker)
  const [isSessionOver, setSessionOver] = useState(false)
  // Also the key that remounts the code dialog.
  const [codeRefusals, setCodeRefusals] = useState(0)
  const navigate = useNavigate()
  const step = useStep(eventId, place.chosen !== null || place.isOver)

  useEffect(() => stayOnSignOut((isSignedIn) => setSessionOver(!isSignedIn)), [])

  const hasTime = place.chosen !== null
  useEffect(() => {
    // Rendering the step retries a failed preload and shows the error.
    if (hasTime) loadConsentStep().catch(() => undefined)
    if (hasTime && event.is_private) loadAccessCodeNotice().catch(() => undefined)
  }, [hasTime, event])

  async function proceed() {
    if (!(await holdManager.ensureHold())) return
    setSessionOver(false)
    try {
      const upcoming = await loadUpcoming(member.profileId)
      const other = upcoming.find(({ status }) => status === 'booked')
      if (other) return handleError(existingBooking(other, new Date()))
    } catch (error) {
      return handleError(upcomingProblem(error), error)
    }
    await navigate(afterConsent() ?? stepAddress(eventId, 'consent'))
  }

  /** Null unless consent was given earlier in this tab. */
  function afterConsent(): string | null {
    return isPaid && hasGivenConsent(owner) ? toCheckout() : null
  }

  function toCheckout(): string {
    const { isUnheld, chosen } = holdManager.state()
    return checkoutAddress(eventId, isUnheld ? chosen : null)
  }

  async function consentAndBook() {
    const wanted = place.isUnheld ? place.chosen : place.hold?.time
    const slot = slots.find(({ time }) => time === wanted)
    const subject = { profileId: member.profileId, eventId, psaTestDate: event.event_date }
    const consent = toConsent(answers, subject)
    if (!slot || !consent) return navigate(stepAddress(eventId, 'time'))
    setSessionOver(false)
    try {
      await booker.giveConsent(consent)
    } catch (error) {
      return handleError(consentProblem(error), error)
    }
    if (isPaid) {
      storeConsentGiven(owner)
      return navigate(toCheckout())
    }
    try {
      const { reference } = await booker.book({
        eventId,
        eventDate: slot.date,
        appointmentStartTime: slot.time,
        profileId: member.profileId,
      })
      holdManager.release()
      clearAnswers()
      clearNhsConfirmation()
      // So that Back from the confirmation does not book again.
      await navigate(`/booking-success?ref=${encodeURIComponent(reference)}`, { replace: true })
    } catch (error) {
      handleError(bookingProblem(error), error)
    }
  }

  function handleError(problem: BookingProblem, error?: unknown) {
    if (problem.report) reportClientError(problem.report, error)
    setSessionOver(problem.goTo === 'sign-in')
    if (problem.goTo === 'sign-in') return
    if (problem.goTo === 'choose-time') {
      holdManager.onSlotLost({ wanted: place.chosen ?? '', error })
      return navigate(stepAddress(eventId, 'time'))
    }
    if (problem.goTo === 'access-code') return setCodeRefusals((times) => times + 1)
    toast({ title: problem.title, text: unlessOffline(problem.text), tone: 'error' })
    if (problem.goTo === 'upcoming-events') return navigate('/upcoming-events')
    if (problem.goTo === 'nhs-number') {
      clearNhsConfirmation()
      return navigate(nhsStepAddress(eventId, step))
    }
    if (problem.goTo === 'checkout') return navigate(toCheckout())
  }

  async function retryWithCode() {
    await times.refresh()
    setCodeRefusals(0)
    if (isCodeNeeded(place.problem?.error)) holdManager.choose(place.problem?.wanted ?? '')
  }

  const needsCode =
    codeRefusals > 0 || isCodeNeeded(place.problem?.error) || isCodeNeeded(times.refused)
  const asksNhsNumber = event.requires_nhs_number
  const steps = stepsTo({ asksNhsNumber, isPaid })
  return (
    <Wrap>
      <Stepper steps={steps} current={(asksNhsNumber ? 1 : 0) + (step === 'time' ? 0 : 1)} />
      <PageTitle>{step === 'time' ? 'Choose a time' : 'Consent form'}</PageTitle>
      {(isSessionOver || isSignedOut(place.problem?.error)) && <SignInAgain />}
      {needsCode && (
        <div className={styles.notice}>
          <Suspense>
            <AccessCodeNotice
              key={codeRefusals}
              event={event}
              startsOpen={codeRefusals > 0}
              onRight={retryWithCode}
            />
          </Suspense>
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
              isRepeat={isRepeat}
            />
          ) : (
            <Suspense fallback={<Spinner>Loading the consent form</Spinner>}>
              <ConsentStep
                event={event}
                place={place}
                answers={answers}
                onChange={changeAnswers}
                onConsent={consentAndBook}
                onward={afterConsent()}
                isPaid={isPaid}
              />
            </Suspense>
          )}
          <OrderSummary
            event={event}
            forWhom={`${member.firstName} ${member.lastName}`}
            time={place.chosen}
            isRepeat={isRepeat}
          />
        </Split>
      </div>
    </Wrap>
  )
}
