import { RouterContextProvider } from 'react-router'
import { get } from '../api.ts'
import { currentSession } from '../auth-client.ts'
import { reportClientError } from '../report-error.ts'
import { appOf } from '../second-step.ts'
import type { TwoStep } from './two-step-section.tsx'

// Parts that fail to load are null, so that the rest of the profile is shown anyway.

export const readContact = () => part(get(context(), 'GET /api/auth/profile'))

export const readPhone = () => part(get(context(), 'GET /api/my-phone'))

export const readSignIns = () =>
  part(get(context(), 'GET /api/my-data/sign-ins').then(({ sign_ins }) => sign_ins))

export const readViews = () =>
  part(get(context(), 'GET /api/my-data/result-views').then(({ views }) => views))

export const readErasure = () => part(get(context(), 'GET /api/my-data/erasure-request'))

/** From the session, which is refreshed with every change. */
export async function readTwoStep(): Promise<TwoStep | null> {
  const session = await currentSession()
  if (!session) return null
  const { user } = session
  return { isOn: Boolean(appOf(user)), isDemanded: user.app_metadata.staff === true }
}

const context = () => new RouterContextProvider()

function part<T>(loading: Promise<T>): Promise<T | null> {
  return loading.catch((error) => {
    reportClientError('Failed to load a part of the profile', error)
    return null
  })
}
