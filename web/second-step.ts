import type { Session } from '@supabase/auth-js'

/** What a session lacks: 'code' of the app that he has, or an 'app', which staff must have. */
export type SecondStep = 'code' | 'app'

/**
 * The step that still stands between this session and the site, null when it is signed in. It chooses
 * the screen; the server judges (server/http/session.ts).
 */
export function secondStepOf({ access_token: token, user }: Session): SecondStep | null {
  if (levelOf(token) === 'aal2') return null
  if (appOf(user)) return 'code'
  return user.app_metadata.staff === true ? 'app' : null
}

/** The authenticator app that he has set up. */
export function appOf({ factors }: Session['user']) {
  return factors?.find(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')
}

/** The claim `aal` of an access token; the letters around it need no decoding. */
function levelOf(token: string): unknown {
  const [, payload = ''] = token.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aal
}
