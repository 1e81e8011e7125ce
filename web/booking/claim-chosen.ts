import type { replace } from 'react-router'
import type { CharityEvent, UserProfile } from '../../domain/contract.ts'
import { ApiError, send } from '../api.ts'
import { toast } from '../ui/toast.tsx'
import { loadUpcoming } from './book.ts'
import { bookingOwner } from './booking-path.ts'
import { existingBooking } from './booking-text.ts'
import { afterSignInAddress, lostHoldAddress } from './chosen-before-sign-in.ts'
import { stepAddress } from './steps.ts'
import { clearHold, holdOnThisClock, storeHold } from './stored-hold.ts'

type Choice = {
  member: UserProfile
  eventId: CharityEvent['event_id']
  time: string
  /** `replace` where Back must not return to the address that asks for the claim. */
  goTo: typeof replace
}

/**
 * Makes the hold from before sign-in the member's. Returns a redirect to the consent form; to the
 * times when the hold is lost; or to the appointments when the member has one.
 */
export async function claimChosen(choice: Choice): Promise<Response> {
  const { member, eventId, time, goTo } = choice
  const event = { event_id: eventId }
  clearHold()
  try {
    const call = 'POST /api/events/:id/holds/claim'
    const hold = await send(call, { params: { id: eventId }, body: { slot: time } })
    storeHold(bookingOwner(member, event), holdOnThisClock(hold, Date.now()))
    return goTo(stepAddress(eventId, 'consent'))
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'existing_booking') return await toAppointments(choice)
    if (code === 'hold_over') return goTo(lostHoldAddress(eventId, time))
    // The times say what else is in the way when the time is asked for again.
    return goTo(afterSignInAddress(eventId, { time, isHeld: false }))
  }
}

async function toAppointments({ member, eventId, goTo }: Choice): Promise<Response> {
  const upcoming = await loadUpcoming(member.profileId).catch(() => [])
  const booked = upcoming.filter(({ status }) => status === 'booked')
  // The booking page itself says that this event is booked already.
  if (booked.some(({ event_id }) => event_id === eventId)) return goTo(stepAddress(eventId, 'time'))
  const { title, text } = existingBooking(booked[0] ?? null, new Date())
  toast({ ...(title && { title }), text, tone: 'error' })
  return goTo('/upcoming-events')
}
