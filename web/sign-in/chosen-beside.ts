import type { RouterContextProvider } from 'react-router'
import { get } from '../api.ts'
import { chosenIn } from '../booking/chosen-before-sign-in.ts'

/** The box for a booking that the return path leads back to; null without one. */
export async function loadChosenBeside(
  context: Readonly<RouterContextProvider>,
  from: string | null,
) {
  const chosen = chosenIn(from)
  if (!chosen) return null
  const { eventId, time } = chosen
  try {
    const [{ ChosenBeside, HeldUntil }, { event }] = await Promise.all([
      import('../booking/chosen-beside.tsx'),
      get(context, 'GET /api/events/:id', { params: { id: eventId } }),
    ])
    return { ChosenBeside, HeldUntil, event, time }
  } catch {
    // The form works without the box, and the booking page says what is wrong with the event.
    return null
  }
}
