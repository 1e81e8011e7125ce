import type { Appointment } from '../../../domain/contract.ts'
import { addDays, longDate, momentInWords, ukInstant } from '../../../domain/uk-time.ts'
import { currentSession } from '../../auth-client.ts'
import { charity } from '../../charity.ts'
import { forgetTickets, TICKETS } from '../../saved-tickets.ts'
import { isSignedIn } from '../../signed-in.ts'
import { SAVED, type SavedTickets, type Ticket } from './saved-ticket.ts'
import worker from './worker.ts?worker&url'

const SCOPE = '/upcoming-events'

/** Saves the booked appointments for this page without a network; returns whether it did. */
export async function saveTickets(appointments: readonly Appointment[]): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return false
  const owner = await signedInUser()
  if (owner === null) return false
  const booked = appointments.filter(({ status }) => status === 'booked')
  if (booked.length === 0) {
    await forgetTickets()
    return false
  }
  await navigator.serviceWorker.register(worker, { scope: SCOPE })
  const tickets = await Promise.all(booked.map(ticketOf))
  const at = momentInWords(new Date())
  const saved: SavedTickets = { at, helpline: charity.booking_helpline, tickets }
  const cache = await caches.open(TICKETS + owner)
  await cache.put(SAVED, Response.json(saved))
  // A sign-out or sign-in meanwhile has removed what was there before.
  const now = await signedInUser()
  if (now !== owner) await forgetTickets(now ?? undefined)
  return now === owner
}

async function signedInUser(): Promise<string | null> {
  const session = isSignedIn() ? await currentSession() : null
  return session?.user.id ?? null
}

async function ticketOf(appointment: Appointment): Promise<Ticket> {
  const { appointment_id: id, appt_date: date, appt_time: from, appt_end_time: to } = appointment
  return {
    event: appointment.event_name,
    when: `${longDate(date)}, ${from} to ${to}`,
    where: appointment.event_location || 'Your host will give you the address',
    reference: appointment.reference,
    code: await codeOf(id),
    until: ukInstant(addDays(date, 1), '00:00').getTime(),
  }
}

async function codeOf(id: number): Promise<string> {
  // Not through api.ts, which would be loaded with the list of appointments for this alone.
  const response = await fetch(`/api/appointments/${id}/code.png`)
  if (!response.ok) throw new Error(`the code of appointment ${id} was answered ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`
}
