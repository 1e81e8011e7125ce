import type { Session } from '@supabase/auth-js'

/** The missing step: a 'code' of the user's app, or an 'app', which staff must have. */
export type SecondStep = 'code' | 'app'

/** Only for choosing the screen; the server enforces the step (server/platform/http/session.ts). */
export function secondStepOf({ access_token: token, user }: Session): SecondStep | null {
  if (levelOf(token) === 'aal2') return null
  if (appOf(user)) return 'code'
  return user.app_metadata.staff === true ? 'app' : null
}

export function appOf({ factors }: Session['user']) {
  return factors?.find(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
}

/** The claim `aal` of an access token. */
function levelOf(token: string): unknown {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aal
}
