import { redirect } from 'react-router'
import { toast } from '../ui/toast.tsx'

/** The event id in the query; throws a redirect to /events when there is none (rules §3.6). */
export function eventIdFrom(request: Request): string {
  const id = new URL(request.url).searchParams.get('event')
  if (!id) throw invalidEvent()
  return id
}

/** Returns a redirect to /events (rules §3.6). */
export function invalidEvent(): Response {
  toast({ text: 'Invalid event.', tone: 'error' })
  return redirect('/events')
}

/** When the session has ended before the event is loaded (rules §3.6). */
export function toastSignInAgain(): void {
  toast({ text: 'Loading event details failed. Please re-login again.', tone: 'error' })
}
