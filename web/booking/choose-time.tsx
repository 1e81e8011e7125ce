import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { CharityEvent } from '../../domain/contract.ts'
import { chargePence, howToPay } from '../../domain/events.ts'
import { pounds } from '../../domain/money.ts'
import { WHEN_TO_ARRIVE } from '../../domain/preparation.ts'
import type { Slot } from '../../domain/slots.ts'
import type { Offer } from '../../domain/waiting-list-schemas.ts'
import { Button, Buttons } from '../ui/button.tsx'
import { ErrorSummary, type FieldError } from '../ui/error-summary.tsx'
import { Notice } from '../ui/notice.tsx'
import { useErrorTitle } from '../ui/use-error-title.ts'
import styles from './choose-time.module.css'
import type { Wanted } from './chosen-before-sign-in.ts'
import { ChosenTime } from './chosen-time.tsx'
import { DayBox } from './day-box.tsx'
import type { HoldManager, PlaceState } from './hold-manager.ts'
import { IfPlansChange } from './if-plans-change.tsx'
import { LostHold } from './lost-hold.tsx'
import { PickerLegend, useHideTaken } from './picker-legend.tsx'
import { SlotPicker, slotId } from './slot-picker.tsx'
import { isListed } from './time-choice.ts'
import { TimesStatus } from './times-status.tsx'
import type { FreeTimes } from './use-free-times.ts'
import { offerEndInWords } from './waiting-text.ts'

const CHOOSE = 'Choose a time first.'

type ChooseTimeProps = {
  event: CharityEvent
  slots: readonly Slot[]
  times: FreeTimes
  place: PlaceState
  holdManager: HoldManager
  onProceed: () => Promise<void>
  /** Label of the button. */
  action?: string
  isRepeat: boolean
  isSignedOut?: boolean
  offer: Offer | null
  /** The time that was chosen before signing in; null without one. */
  wanted: Wanted | null
}

export function ChooseTime({
  event,
  slots,
  times,
  place,
  holdManager,
  onProceed,
  action = 'Proceed to Consent Form',
  isRepeat,
  isSignedOut = false,
  offer,
  wanted,
}: ChooseTimeProps) {
  const [hideTaken, setHideTaken] = useHideTaken()
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isPending, setPending] = useState(false)
  useErrorTitle(errors)
  const first = slots.find((slot) => isListed(slot, times.free))
  const chosen = slots.find(({ time }) => time === place.chosen) ?? null
  const own = place.hold?.time ?? null
  const hasTaken = slots.some((slot) => slot.time !== own && !isListed(slot, times.free))

  async function proceed(submitted: FormEvent) {
    submitted.preventDefault()
    if (isPending) return
    if (!chosen) return setErrors(first ? [{ field: slotId(first), message: CHOOSE }] : [])
    setErrors([])
    setPending(true)
    await onProceed()
    setPending(false)
  }

  return (
    <form className={styles.form} noValidate onSubmit={proceed}>
      <ErrorSummary errors={errors} />
      {offer && (
        <Notice
          icon="clock"
          title={`${offer.time} is held for you until ${offerEndInWords(offer)}`}
        >
          <p>
            This time is from the waiting list. We have selected it for you below, but it is not
            booked yet.
          </p>
        </Notice>
      )}
      {wanted?.isLost && <LostHold wanted={wanted} slots={slots} times={times} place={place} />}
      <DayBox event={event} />
      <TimesStatus
        waitFor={event.event_id}
        slots={slots}
        times={times}
        place={place}
        isSignedOut={isSignedOut}
        onChoose={holdManager.choose}
      />
      <SlotPicker
        slots={slots}
        free={times.free}
        own={own}
        chosen={place.chosen}
        onChoose={(time) => {
          setErrors([])
          holdManager.choose(time)
        }}
        hideTaken={hideTaken}
        error={errors[0]?.message}
        hint={`Each appointment lasts ${event.session_duration} minutes. ${WHEN_TO_ARRIVE}`}
      />
      <PickerLegend hasTaken={hasTaken} hideTaken={hideTaken} onChange={setHideTaken} />
      <div>
        <p className={styles.total}>
          <span>Total</span>{' '}
          <span>
            {pounds(isRepeat ? 0 : chargePence(event))}
            {!isRepeat && howToPay(event) === 'at the venue' && ', pay at the venue'}
          </span>
        </p>
        <div className={styles.hold}>
          <ChosenTime place={place} offer={offer} />
        </div>
        <Buttons>
          <Button type="submit" pending={isPending} disabled={!first && !chosen}>
            {isPending ? 'Processing...' : action}
          </Button>
          <Link to={`/event/${event.event_id}`}>Back to the event</Link>
        </Buttons>
      </div>
      <IfPlansChange
        event={isRepeat ? { ...event, payment_required: false } : event}
        slot={chosen}
        now={new Date()}
      />
    </form>
  )
}
