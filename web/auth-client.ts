// The official client of the authentication service. It is loaded on first need only, so that pages
// which ask nothing but the cookie stay light.
import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js'
import { createSessionStorage, SESSION_KEY } from './session-storage.ts'
import { isSignedIn } from './signed-in.ts'

type Follower = (event: AuthChangeEvent, session: Session | null) => void

let client: Promise<GoTrueClient> | undefined
const followers: Follower[] = []

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
 * Renews the session whatever this device's clock says of it; the gateway then sets new cookies, or
 * clears them. False when the session is over; rejects when nobody can tell.
 */
export async function renewSession(): Promise<boolean> {
  const { error } = await (await authClient()).refreshSession()
  if (error?.name === 'AuthRetryableFetchError') throw error
  return isSignedIn()
}

/** Has `tell` told of every change of the session, in this tab or another. */
export function followSession(tell: Follower): void {
  followers.push(tell)
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
  opened.onAuthStateChange((event, session) => {
    for (const tell of followers) tell(event, session)
  })
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
