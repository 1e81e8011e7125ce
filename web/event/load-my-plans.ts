import type { MyPlansProps, PlansHere } from './my-plans.tsx'

/**
 * What stands in place of the button, and whether the next test is free. Separate, so that the event page does not carry the list of
 * what the part loads.
 */
export async function loadMyPlans(props: MyPlansProps): Promise<PlansHere> {
  // Without it a member can still book, and reads it then.
  const part = await import('./my-plans.tsx').catch(() => null)
  return part ? part.loadMyPlans(props) : { isFree: false, instead: null }
}
