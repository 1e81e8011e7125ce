import { ApiError } from '../../api.ts'

/** How the tablet reaches the site: the last answer decides. */
export type Line = 'connected' | 'no network' | 'signed out' | 'not permitted'

export function lineAfter(error: unknown): Line {
  if (!(error instanceof ApiError)) return 'no network'
  if (error.status === 401 || error.code === 'second_factor_required') return 'signed out'
  return error.code === 'not_permitted' || error.status === 404 ? 'not permitted' : 'no network'
}

/** Whether the site can make nothing of what was sent, however often it is sent again. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof ApiError && [400, 413, 422].includes(error.status)
}
