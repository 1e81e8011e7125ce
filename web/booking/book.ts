import { RouterContextProvider } from 'react-router'
import type { Appointment, BookingRequest, ConsentPayload } from '../../domain/contract.ts'
import { ApiError, get, send } from '../api.ts'

/** Upcoming appointments, including cancelled ones. */
export async function loadUpcoming(profileId: number): Promise<Appointment[]> {
  const { appointments } = await get(
    new RouterContextProvider(),
    'GET /api/appointments/upcoming-appointments/user/:id',
    { params: { id: profileId } },
  )
  return appointments
}

/**
 * Makes consent and booking idempotent: a booking without a response is retried with the same key.
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
        // The server responded, so the next attempt needs a new key.
        if (error instanceof ApiError) keyIsFor = ''
        throw error
      }
    },
  }
}
