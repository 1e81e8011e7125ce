import type { MyPlans } from './my-plans.tsx'

/** Separate, so that the event page does not carry the list of what the part loads. */
export async function loadMyPlans(onLoaded: (part: () => typeof MyPlans) => void): Promise<void> {
  // Without it a member can still book, and reads it then.
  const part = await import('./my-plans.tsx').catch(() => null)
  if (part) onLoaded(() => part.MyPlans)
}
