// The signed-in member in the browser, and what screens may use of them.
import type { Session } from '@supabase/auth-js'
import { RouterContextProvider, redirect } from 'react-router'
import type { UserProfile } from '../domain/contract.ts'
import { ApiError, get } from './api.ts'
import { authClient, currentSession, onSessionChange } from './auth-client.ts'
import { secondStepOf } from './second-step.ts'
import { isSignedIn } from './signed-in.ts'

/** sessionStorage key of the signed-in user (design §5): names and e-mail only. */
const USER_KEY = 'user'

let member: UserProfile | undefined
/** The open member's screen and its account; losing the session leaves the screen. */
let shown: { path: string; userId: string } | undefined
/** Screens with unsent work, which stay and show themselves that the session is over. */
const staying = new Set<(isSignedIn: boolean) => void>()
let isLeaving = false
onSessionChange(follow)

/**
 * For a screen with unsent work: it stays when the session ends. `tell` is called then, and
 * again when the same member has signed in, in any tab. Returns the function that unsubscribes.
 */
export function stayOnSignOut(tell: (isSignedIn: boolean) => void): () => void {
  staying.add(tell)
  return () => staying.delete(tell)
}

/**
 * For the clientLoader of a member's screen: the profile, or a redirect to /login?from=...,
 * which also asks for a missing second step, or to the end of sign-up when the account has no
 * profile yet.
 */
export async function requireMember({
  request,
  onSessionEnd,
}: {
  request: Request
  onSessionEnd?: () => void
}): Promise<UserProfile> {
  const { pathname, search } = new URL(request.url)
  const from = encodeURIComponent(pathname + search)
  const wasSignedIn = isSignedIn()
  const session = wasSignedIn ? await currentSession() : null
  if (wasSignedIn && !session) onSessionEnd?.()
  if (!session || secondStepOf(session)) throw redirect(`/login?from=${from}`)
  shown = { path: pathname, userId: session.user.id }
  try {
    return await profile()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404) throw redirect(`/signup?finish=1&from=${from}`)
    if (error.status !== 401) throw error
    // The refused call renewed the session: it lives here, but not on the server. Unless it is
    // ended, /login would redirect back; a session without its second step is kept, since /login
    // completes it.
    const now = isSignedIn() ? await currentSession() : null
    if (!now || !secondStepOf(now)) {
      await endSession()
      onSessionEnd?.()
    }
    throw redirect(`/login?from=${from}`)
  }
}

/**
 * The signed-in member's profile, cached in memory. Throws ApiError: 404 when there is none
 * yet.
 */
export async function profile(): Promise<UserProfile> {
  if (member) return member
  const { userProfile } = await get(new RouterContextProvider(), 'GET /api/auth/profile')
  storeProfile(userProfile)
  return userProfile
}

export function storeProfile(userProfile: UserProfile): void {
  member = userProfile
  const { profileId, firstName, lastName, email } = userProfile
  sessionStorage.setItem(USER_KEY, JSON.stringify({ profileId, firstName, lastName, email }))
}

/** Clears the member's data; the login screen calls it when it finds no session. */
export function clearMember(): void {
  member = undefined
  sessionStorage.removeItem(USER_KEY)
}

/**
 * Signs out on this device, or everywhere, and reloads /login, so that nothing of the member
 * stays in memory or in this tab's storage. Other tabs follow.
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
    // The client may have failed before its request; the gateway identifies the session by
    // cookies.
    const call = { method: 'POST', headers: { 'content-type': 'application/json' } }
    await fetch(`/auth/v1/logout?scope=${scope}`, call).catch(() => expireSignedIn())
  }
  member = undefined
  sessionStorage.clear()
  isLeaving = false
}

/** Offline the HttpOnly cookies stay; this site then at least treats the member as a visitor. */
function expireSignedIn(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser we serve
  document.cookie = 'signed_in=; path=/; max-age=0'
}

/** Handles a change of the session, in this tab or another. */
function follow(event: string, session: Session | null): void {
  if (session && member && session.user.email !== member.email.toLowerCase()) clearMember()
  if (event === 'SIGNED_OUT') clearMember()
  else if (!session) return
  // In this tab signOut() continues; leaving here would abort its request.
  if (isLeaving || !shown || location.pathname !== shown.path) return
  // Another member signed in: nothing shown or cached here is theirs.
  if (session && session.user.id !== shown.userId) {
    location.reload()
    return
  }
  const isIn = session !== null && !secondStepOf(session)
  for (const tell of staying) tell(isIn)
  if (isIn || staying.size > 0) return
  location.assign(`/login?from=${encodeURIComponent(location.pathname + location.search)}`)
}
