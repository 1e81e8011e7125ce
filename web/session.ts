// Who is signed in, in the browser, and what the screens know of him.
import type { Session } from '@supabase/auth-js'
import { RouterContextProvider, redirect } from 'react-router'
import type { UserProfile } from '../domain/contract.ts'
import { ApiRefused, get } from './api.ts'
import { authClient, currentSession, followSession } from './auth-client.ts'
import { secondStepOf } from './second-step.ts'
import { isSignedIn } from './signed-in.ts'

/** Entry of sessionStorage that says who is signed in (design §5): names and e-mail, no more. */
const USER_KEY = 'user'

let member: UserProfile | undefined
/** The member's screen that is open, and whose account it shows; losing the session leaves it. */
let shown: { path: string; userId: string } | undefined
/** Screens with unsent work: they stay, and say themselves that the session is over. */
const staying = new Set<(isSignedIn: boolean) => void>()
let isLeaving = false
followSession(follow)

/**
 * For a screen with unsent work: it stays when the session ends and is told so, and told again when
 * the same member has signed in, in this tab or another. Gives the way to stop.
 */
export function stayWhenSignedOut(tell: (isSignedIn: boolean) => void): () => void {
  staying.add(tell)
  return () => staying.delete(tell)
}

/**
 * For the clientLoader of a member's screen: his profile, or a redirect to /login?from=..., which also
 * asks for a second step that is missing, or to the end of sign-up when he has an account and no
 * profile yet.
 */
export async function requireMember({
  request,
  onLost,
}: {
  request: Request
  /** Called on the way to /login when the browser still believed itself signed in. */
  onLost?: () => void
}): Promise<UserProfile> {
  const { pathname, search } = new URL(request.url)
  const from = encodeURIComponent(pathname + search)
  const wasSignedIn = isSignedIn()
  const session = wasSignedIn ? await currentSession() : null
  if (wasSignedIn && !session) onLost?.()
  if (!session || secondStepOf(session)) throw redirect(`/login?from=${from}`)
  shown = { path: pathname, userId: session.user.id }
  try {
    return await profile()
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error
    if (error.status === 404) throw redirect(`/signup?finish=1&from=${from}`)
    if (error.status !== 401) throw error
    // The refused call has renewed the session. It lives here and not at the server: without an end to
    // it, /login would send him back, unless it lacks the second step, for which that is the place.
    const now = isSignedIn() ? await currentSession() : null
    if (!now || !secondStepOf(now)) {
      await endSession()
      onLost?.()
    }
    throw redirect(`/login?from=${from}`)
  }
}

/** The signed-in member's profile, kept in memory. Throws ApiRefused: 404 when he has none yet. */
export async function profile(): Promise<UserProfile> {
  if (member) return member
  const { userProfile } = await get(new RouterContextProvider(), 'GET /api/auth/profile')
  rememberProfile(userProfile)
  return userProfile
}

/** Replaces the profile in memory after the member has made or changed it. */
export function rememberProfile(userProfile: UserProfile): void {
  member = userProfile
  const { profileId, firstName, lastName, email } = userProfile
  sessionStorage.setItem(USER_KEY, JSON.stringify({ profileId, firstName, lastName, email }))
}

/** Forgets who was signed in; the login screen does it when it finds no session. */
export function forgetMember(): void {
  member = undefined
  sessionStorage.removeItem(USER_KEY)
}

/**
 * Signs out on this device, or everywhere, and loads /login anew, so that nothing of the member stays
 * in memory or in this tab's storage. Other tabs follow.
 */
export async function signOut({
  scope = 'local',
  to = '/login',
}: {
  scope?: 'local' | 'global'
  to?: string
} = {}): Promise<void> {
  await endSession(scope)
  location.assign(to)
}

async function endSession(scope: 'local' | 'global' = 'local'): Promise<void> {
  isLeaving = true
  const { error } = await (await authClient()).signOut({ scope })
  if (error) {
    console.error('Error logging out:', error)
    // The client may have failed before it asked; the gateway knows the session by its cookies.
    const call = { method: 'POST', headers: { 'content-type': 'application/json' } }
    await fetch(`/auth/v1/logout?scope=${scope}`, call).catch(() => expireSignedIn())
  }
  member = undefined
  sessionStorage.clear()
  isLeaving = false
}

/** Without the network the secret cookies stay; this site then at least treats him as a visitor. */
function expireSignedIn(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser we serve
  document.cookie = 'signed_in=; path=/; max-age=0'
}

/** What happens here when the session changes, in this tab or another. */
function follow(event: string, session: Session | null): void {
  if (session && member && session.user.email !== member.email.toLowerCase()) forgetMember()
  if (event === 'SIGNED_OUT') forgetMember()
  else if (!session) return
  // In this tab signOut() itself goes on; leaving here would cut off its request.
  if (isLeaving || !shown || location.pathname !== shown.path) return
  // Somebody else now: nothing of what stands here or is kept in memory is his.
  if (session && session.user.id !== shown.userId) {
    location.reload()
    return
  }
  const isIn = session !== null && !secondStepOf(session)
  for (const tell of staying) tell(isIn)
  if (isIn || staying.size > 0) return
  location.assign(`/login?from=${encodeURIComponent(location.pathname + location.search)}`)
}
