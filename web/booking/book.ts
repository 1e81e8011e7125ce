import { RouterContextProvider } from 'react-router'
import type { Appointment, BookingRequest, ConsentPayload } from '../../domain/contract.ts'
import type { Api } from '../../domain/endpoints/index.ts'
import { ApiError, get, send } from '../api.ts'

/** Upcoming appointments, including cancelled ones. */
export async function loadUpcoming(profileId: number): Promise<Appointment[]> {
  return (await loadPlans(profileId)).appointments
}

/** `free_repeat`: the next booking is free, because a sample gave no number. */
export function loadPlans(
  profileId: number,
): Promise<Api['GET /api/appointments/upcoming-appointments/user/:id']['response']> {
  return get(new RouterContextProvider(), 'GET /api/appointments/upcoming-appointments/user/:id', {
    params: { id: profileId },
  })
}

/** Makes consent and booking idempotent. */
export function createBooker() {
  let acceptedPayload = ''
  let key = ''
  let keyPayload = ''

  return {
    async giveConsent(consent: ConsentPayload): Promise<void> {
      const payload = JSON.stringify(consent)
      if (payload === acceptedPayload) return
      await send('POST /api/medical/consent', { body: consent })
      acceptedPayload = payload
    },

    async book(booking: BookingRequest): Promise<Appointment> {
      const payload = JSON.stringify(booking)
      if (keyPayload !== payload) {
        key = crypto.randomUUID()
        keyPayload = payload
      }
      try {
        const { appointment } = await send('POST /api/appointments', {
          body: booking,
          idempotencyKey: key,
        })
        return appointment
      } catch (error) {
        // After a response the next attempt needs a new key.
        if (error instanceof ApiError) keyPayload = ''
        throw error
      }
    },
  }
}
