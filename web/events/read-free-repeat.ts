// Apart from the hook, so that a list of events does not carry what this loads.
import { RouterContextProvider } from 'react-router'
import { get } from '../api.ts'
import { profile } from '../session.ts'

/** Whether the signed-in member's next test is free. */
export async function readFreeRepeat(): Promise<boolean> {
  const { profileId } = await profile()
  const call = 'GET /api/appointments/upcoming-appointments/user/:id'
  const plans = await get(new RouterContextProvider(), call, { params: { id: profileId } })
  return plans.free_repeat === true
}
