// Who is signed in, in the browser. The official client is loaded on first need only, so that pages
// which ask nothing but the cookie stay light.
import type { GoTrueClient, Session } from '@supabase/auth-js'
import { RouterContextProvider, redirect } from 'react-router'
import type { UserProfile } from '../domain/contract.ts'
import { ApiRefused, get } from './api.ts'
import { createSessionStorage, SESSION_KEY } from './session-storage.ts'
import { isSignedIn } from './signed-in.ts'

/** Entry of sessionStorage that says who is signed in (design §5): names and e-mail, no more. */
const USER_KEY = 'user'

let client: Promise<GoTrueClient> | undefined
let member: UserProfile | undefined
/** The member's screen that is open; losing the session leaves it. */
let memberPath: string | undefined
let isLeaving = false

/** The official client, one for the whole page. */
export function authClient(): Promise<GoTrueClient> {
  client ??= openClient().catch((error: unknown) => {
    // Its code could not be loaded, or nobody could tell who is signed in: the next need asks again.
    client = undefined
    throw error
  })
  return client
}

/** The session, renewed when it was about to end; null for a visitor. Rejects when nobody can tell. */
export async function currentSession(): Promise<Session | null> {
  const { data, error } = await (await authClient()).getSession()
  if (error) throw error
  return data.session
}

/**
 * For the clientLoader of a member's screen: his profile, or a redirect to /login?from=..., or to the
 * end of sign-up when he has an account and no profile yet.
 */
export async function requireMember({ request }: { request: Request }): Promise<UserProfile> {
  const { pathname, search } = new URL(request.url)
  const from = encodeURIComponent(pathname + search)
  if (!isSignedIn() || !(await currentSession())) throw redirect(`/login?from=${from}`)
  memberPath = pathname
  try {
    return await profile()
  } catch (error) {
    if (!(error instanceof ApiRefused)) throw error
    if (error.status === 404) throw redirect(`/signup?finish=1&from=${from}`)
    if (error.status !== 401) throw error
    // The session lives here and not at the server: without an end to it, /login would send him back.
    await endSession()
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
 * Signs out on this device and loads /login anew, so that nothing of the member stays in memory or
 * in this tab's storage. Other tabs follow.
 */
export async function signOut(): Promise<void> {
  await endSession()
  location.assign('/login')
}

async function endSession(): Promise<void> {
  isLeaving = true
  const { error } = await (await authClient()).signOut({ scope: 'local' })
  if (error) {
    console.error('Error logging out:', error)
    // The client may have failed before it asked; the gateway knows the session by its cookies.
    const call = { method: 'POST', headers: { 'content-type': 'application/json' } }
    await fetch('/auth/v1/logout?scope=local', call).catch(() => expireSignedIn())
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

async function openClient(): Promise<GoTrueClient> {
  const { GoTrueClient } = await import('@supabase/auth-js')
  const { storage, hear } = createSessionStorage({ ask: askGateway, tab: sessionStorage })
  const channel = new BroadcastChannel(SESSION_KEY)
  channel.addEventListener('message', ({ data }) => hear(data))
  try {
    // Asked here first: the client would let a failure pass by unhandled, as nobody's error.
    await storage.getItem(SESSION_KEY)
  } catch (error) {
    channel.close()
    throw error
  }
  const opened = new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    storageKey: SESSION_KEY,
    storage,
    flowType: 'pkce',
    detectSessionInUrl: false,
    persistSession: true,
    autoRefreshToken: true,
  })
  opened.onAuthStateChange((event, session) => followSession(event, session))
  return opened
}

/** The session that the cookies stand for, as JSON; null only when nobody is signed in. */
async function askGateway(): Promise<string | null> {
  if (!isSignedIn()) return null
  const response = await fetch('/auth/session')
  if (response.status === 204) return null
  if (!response.ok) throw new Error(`GET /auth/session answered ${response.status}`)
  return await response.text()
}

/** What happens here when the session changes, in this tab or another. */
function followSession(event: string, session: Session | null): void {
  if (session && member && session.user.email !== member.email.toLowerCase()) forgetMember()
  if (event !== 'SIGNED_OUT') return
  forgetMember()
  // In this tab signOut() itself goes on; leaving here would cut off its request.
  if (isLeaving || location.pathname !== memberPath) return
  location.assign(`/login?from=${encodeURIComponent(location.pathname + location.search)}`)
}
