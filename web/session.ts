import type { Session } from '@supabase/auth-js'
import { RouterContextProvider, redirect } from 'react-router'
import type { UserProfile } from '../domain/contract.ts'
import { ApiError, get } from './api.ts'
import { authClient, currentSession, onSessionChange } from './auth-client.ts'
import { reportClientError } from './report-error.ts'
import { forgetTickets } from './saved-tickets.ts'
import { secondStepOf } from './second-step.ts'
import { isSignedIn } from './signed-in.ts'

/** Holds names and e-mail only (rules §2.7). */
const USER_KEY = 'user'

let member: UserProfile | undefined
let openPage: { path: string; userId: string } | undefined
const stayListeners = new Set<(isSignedIn: boolean) => void>()
let isLeaving = false
onSessionChange(handleSessionChange)

/** For a screen with unsent work: it stays open when the session ends. Returns the unsubscribe. */
export function stayOnSignOut(listener: (isSignedIn: boolean) => void): () => void {
  stayListeners.add(listener)
  return () => stayListeners.delete(listener)
}

type Required = { request: Request; onSessionEnd?: () => void }

/** Throws a redirect to /login, also for a missing second step, or to sign-up without a profile. */
export async function requireMember(required: Required): Promise<UserProfile> {
  const { member } = await requireAccount(required)
  if (member) return member
  const { pathname, search } = new URL(required.request.url)
  throw redirect(`/signup?finish=1&from=${encodeURIComponent(pathname + search)}`)
}

/** As requireMember; `member` is null without a profile. */
export async function requireAccount({
  request,
  onSessionEnd,
}: Required): Promise<{ email: string; member: UserProfile | null }> {
  const { pathname, search } = new URL(request.url)
  const from = encodeURIComponent(pathname + search)
  const wasSignedIn = isSignedIn()
  const session = wasSignedIn ? await currentSession() : null
  if (wasSignedIn && !session) onSessionEnd?.()
  if (!session || secondStepOf(session)) throw redirect(`/login?from=${from}`)
  const { id: userId, email = '' } = session.user
  openPage = { path: pathname, userId }
  await forgetTickets(userId)
  try {
    return { email, member: await profile() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 404) return { email, member: null }
    if (error.code === 'new_device') throw redirect(`/new-device?from=${from}`)
    if (error.status !== 401) throw error
    // The session is over on the server only; without ending it here /login would redirect back.
    // A session without its second step stays, because /login completes it.
    const now = isSignedIn() ? await currentSession() : null
    if (!now || !secondStepOf(now)) {
      await endSession()
      onSessionEnd?.()
    }
    throw redirect(`/login?from=${from}`)
  }
}

/** Cached in memory. Throws ApiError 404 when there is no profile yet. */
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

export function clearMember(): void {
  member = undefined
  sessionStorage.removeItem(USER_KEY)
}

/** Reloads the page, so that nothing of the member stays in memory. Other tabs follow. */
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
  await forgetTickets()
  const error = await endAtService(scope)
  if (error) {
    console.error('Error logging out:', error)
    // The client may have failed before its request.
    const call = { method: 'POST', headers: { 'content-type': 'application/json' } }
    await fetch(`/auth/v1/logout?scope=${scope}`, call).catch(() => expireSignedIn())
  }
  member = undefined
  sessionStorage.clear()
  isLeaving = false
}

/** Resolves to what went wrong, also when the client cannot be loaded for want of a network. */
async function endAtService(scope: 'local' | 'global'): Promise<unknown> {
  try {
    return (await (await authClient()).signOut({ scope })).error
  } catch (error) {
    return error
  }
}

/** For a sign-out while offline, which leaves the HttpOnly cookies. */
function expireSignedIn(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser we serve
  document.cookie = 'signed_in=; path=/; max-age=0'
}

function reportLeft(error: unknown): void {
  reportClientError('Saved tickets may be left', error)
}

function handleSessionChange(event: string, session: Session | null): void {
  if (session || event === 'SIGNED_OUT') forgetTickets(session?.user.id).catch(reportLeft)
  if (session && member && session.user.email !== member.email.toLowerCase()) clearMember()
  if (event === 'SIGNED_OUT') clearMember()
  else if (!session) return
  // Navigating here would abort the request of signOut().
  if (isLeaving || !openPage || location.pathname !== openPage.path) return
  // Another member signed in.
  if (session && session.user.id !== openPage.userId) {
    location.reload()
    return
  }
  const isIn = session !== null && !secondStepOf(session)
  for (const listener of stayListeners) listener(isIn)
  if (isIn || stayListeners.size > 0) return
  location.assign(`/login?from=${encodeURIComponent(location.pathname + location.search)}`)
}
