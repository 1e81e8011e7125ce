import { RouterContextProvider } from 'react-router'
import type { Appointment, BookingRequest, ConsentPayload } from '../../domain/contract.ts'
import { ApiRefused, get, send } from '../api.ts'

/** The member's appointments to come, cancelled ones among them. */
export async function loadUpcoming(profileId: number): Promise<Appointment[]> {
  const { appointments } = await get(
    new RouterContextProvider(),
    'GET /api/appointments/upcoming-appointments/user/:id',
    { params: { id: profileId } },
  )
  return appointments
}

/**
 * Makes consent and booking safe to repeat. What the server has already accepted is not sent again,
 * and a booking whose answer was lost on the way is asked for under the same key, so that two
 * presses, or a second try, make one booking.
 */
export function createBooker() {
  let accepted = ''
  let key = ''
  let keyIsFor = ''

  return {
    async giveConsent(consent: ConsentPayload): Promise<void> {
      const words = JSON.stringify(consent)
      if (words === accepted) return
      await send('POST /api/medical/consent', { body: consent })
      accepted = words
    },

    async book(booking: BookingRequest): Promise<Appointment> {
      const words = JSON.stringify(booking)
      if (keyIsFor !== words) {
        key = crypto.randomUUID()
        keyIsFor = words
      }
      try {
        const { appointment } = await send('POST /api/appointments', {
          body: booking,
          idempotencyKey: key,
        })
        return appointment
      } catch (error) {
        // An answer came: the next try is a new question, not a repetition of this one.
        if (error instanceof ApiRefused) keyIsFor = ''
        throw error
      }
    },
  }
}
