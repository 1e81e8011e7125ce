import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { consentErrors } from '../../domain/consent.ts'
import type { CharityEvent, Slots, UserProfile } from '../../domain/contract.ts'
import { chargePence, needsPayment } from '../../domain/events.ts'
import type { Offer } from '../../domain/waiting-list-schemas.ts'
import { unlessOffline } from '../offline.ts'
import { reportClientError } from '../report-error.ts'
import { stayOnSignOut } from '../session.ts'
import { Split, Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
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
  isSignedOut,
  upcomingProblem,
} from './booking-text.ts'
import { ChooseTime } from './choose-time.tsx'
import type { Wanted } from './chosen-before-sign-in.ts'
import { LaterSteps, preloadLaterSteps } from './later-steps.tsx'
import { clearNhsConfirmation } from './nhs-number-step.ts'
import { OrderSummary } from './order-summary.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { STEP_TITLES } from './step-titles.ts'
import { type BookingStep, nhsStepAddress, stepAddress } from './steps.ts'
import { hasGivenConsent, storeConsentGiven } from './stored-consent.ts'
import { useStep } from './use-step.ts'
import { useTimeChoice } from './use-time-choice.ts'

const loadAccessCodeNotice = () =>
  import('./access-code-notice.tsx').then(({ AccessCodeNotice }) => ({ default: AccessCodeNotice }))
const AccessCodeNotice = lazy(loadAccessCodeNotice)

const ORDER: readonly BookingStep[] = ['time', 'consent', 'check']

type BookingProps = {
  member: UserProfile
  event: CharityEvent
  firstFree: Slots
  /** Free of charge, because a sample of the member gave no number. */
  isRepeat: boolean
  /** Of the waiting list; null without one. */
  offer: Offer | null
  /** The time that was chosen before signing in; null without one. */
  wanted: Wanted | null
}

export function Booking({ member, event, firstFree, isRepeat, offer, wanted }: BookingProps) {
  const owner = bookingOwner(member, event)
  const isPaid = needsPayment(event) && !isRepeat
  const eventId = event.event_id
  const { choice, needsCode, retry } = useTimeChoice({
    event,
    firstFree,
    owner,
    wanted,
    offered: offer?.time,
  })
  const { slots, place, holdManager } = choice
  const [answers, changeAnswers] = useAnswers(owner)
  const [booker] = useState(createBooker)
  const [isSessionOver, setSessionOver] = useState(false)
  // Also the key that remounts the code dialog.
  const [codeRefusals, setCodeRefusals] = useState(0)
  const navigate = useNavigate()
  const step = useStep(eventId, {
    hasTime: place.chosen !== null || place.isOver,
    hasAnswers: consentErrors(answers).length === 0,
  })

  useEffect(() => stayOnSignOut((isSignedIn) => setSessionOver(!isSignedIn)), [])

  const hasTime = place.chosen !== null
  useEffect(() => {
    if (hasTime) preloadLaterSteps()
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
        pricePence: chargePence(event),
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
      return navigate(nhsStepAddress(eventId, step === 'time' ? 'time' : 'consent'))
    }
    if (problem.goTo === 'checkout') return navigate(toCheckout())
  }

  async function retryWithCode() {
    await retry()
    setCodeRefusals(0)
  }

  const asksNhsNumber = event.requires_nhs_number
  const forWhom = `${member.firstName} ${member.lastName}`
  const steps = stepsTo({ asksNhsNumber, isPaid })
  return (
    <Wrap>
      <Stepper steps={steps} current={(asksNhsNumber ? 1 : 0) + ORDER.indexOf(step)} />
      <PageTitle>{STEP_TITLES[step]}</PageTitle>
      {(isSessionOver || isSignedOut(place.problem?.error)) && <SignInAgain />}
      {(needsCode || codeRefusals > 0) && (
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
            <ChooseTime {...choice} onProceed={proceed} isRepeat={isRepeat} offer={offer} />
          ) : (
            <LaterSteps
              step={step === 'check' ? 'check' : 'consent'}
              event={event}
              forWhom={forWhom}
              place={place}
              slot={slots.find(({ time }) => time === place.chosen) ?? null}
              answers={answers}
              onChange={changeAnswers}
              onConsent={consentAndBook}
              onward={afterConsent()}
              isPaid={isPaid}
              isRepeat={isRepeat}
            />
          )}
          <OrderSummary event={event} forWhom={forWhom} time={place.chosen} isRepeat={isRepeat} />
        </Split>
      </div>
    </Wrap>
  )
}
