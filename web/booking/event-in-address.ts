import { redirect } from 'react-router'
import { toast } from '../ui/toast.tsx'

/** The event's id in the address of a booking screen; without one it throws the way to /events (spec §2). */
export function eventIdIn(request: Request): string {
  const id = new URL(request.url).searchParams.get('event')
  if (!id) throw invalidEvent()
  return id
}

/** Says that the address names no event, and gives the way to /events (spec §8). */
export function invalidEvent(): Response {
  toast({ text: 'Invalid event.', tone: 'error' })
  return redirect('/events')
}

/** Said on the way to /login when the session has ended before the event's screen was loaded (spec §8). */
export function sayReLogin(): void {
  toast({ text: 'Loading event details failed. Please re-login again.', tone: 'error' })
}
