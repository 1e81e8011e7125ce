// The official client of the authentication service, loaded on first need: a member's page does
// without its 20 kB until an action, or until the session nears its end.
import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js'
import { createSessionStorage, SESSION_KEY } from './session-storage.ts'
import { isSignedIn } from './signed-in.ts'

type Follower = (event: AuthChangeEvent, session: Session | null) => void

let client: Promise<GoTrueClient> | undefined
const followers: Follower[] = []
/** The gateway's session, until the client takes over. */
let known: Session | null = null
/** Time before expiry at which the session is renewed, as in the client. */
const MARGIN_MS = 90_000
const USER_ACTIVITY_EVENTS = ['pointerdown', 'keydown'] as const

/** The official client, one per page. */
export function authClient(): Promise<GoTrueClient> {
  client ??= openClient().catch((error: unknown) => {
    // Its code failed to load, or the session is unknown: the next call retries.
    client = undefined
    throw error
  })
  return client
}

/** The session, renewed when about to expire; null for a visitor. Rejects when it is unknown. */
export async function currentSession(): Promise<Session | null> {
  if (!client) {
    if (!isSignedIn()) return null
    known ??= await loadGatewaySession()
    if (!known || !expiresSoon(known)) return known
  }
  const { data, error } = await (await authClient()).getSession()
  if (error) throw error
  return data.session
}

/**
 * Renews the session regardless of this device's clock; the gateway then sets new cookies, or
 * clears them. False when the session is over; rejects when that is unknown.
 */
export async function renewSession(): Promise<boolean> {
  const { error } = await (await authClient()).refreshSession()
  if (error?.name === 'AuthRetryableFetchError') throw error
  return isSignedIn()
}

/** Calls `tell` on every change of the session, in this tab or another. */
export function onSessionChange(tell: Follower): void {
  followers.push(tell)
}

/** Reads the gateway's session; the client is loaded when it is needed. */
async function loadGatewaySession(): Promise<Session | null> {
  const text = await fetchGatewaySession()
  if (text === null) return null
  const session: Session = JSON.parse(text)
  const channel = new BroadcastChannel(SESSION_KEY)
  // Listens to other tabs until the client is loaded, which then does so itself.
  channel.addEventListener('message', ({ data }) => {
    known = data.session
    for (const tell of followers) tell(data.event, data.session)
    open()
  })
  const timer = setTimeout(() => open(), Math.max(0, msToExpiry(session) - MARGIN_MS))
  for (const sign of USER_ACTIVITY_EVENTS)
    addEventListener(sign, open, { capture: true, passive: true })
  return session

  function open() {
    clearTimeout(timer)
    for (const sign of USER_ACTIVITY_EVENTS) removeEventListener(sign, open, { capture: true })
    // When it fails to load, the next call retries.
    authClient().then(
      () => channel.close(),
      () => undefined,
    )
  }
}

function expiresSoon(session: Session): boolean {
  return msToExpiry(session) < MARGIN_MS
}

function msToExpiry({ expires_at: ends = 0 }: Session): number {
  return ends * 1_000 - Date.now()
}

async function openClient(): Promise<GoTrueClient> {
  const { GoTrueClient } = await import('@supabase/auth-js')
  const { storage, hear } = createSessionStorage({ ask: fetchGatewaySession, tab: sessionStorage })
  const channel = new BroadcastChannel(SESSION_KEY)
  channel.addEventListener('message', ({ data }) => hear(data))
  try {
    // Read first: the client would leave a failure as an unhandled rejection.
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
    experimental: { recoveryCodes: true },
  })
  opened.onAuthStateChange((event, session) => {
    for (const tell of followers) tell(event, session)
  })
  return opened
}

/** The session of the cookies, as JSON; null only when nobody is signed in. */
async function fetchGatewaySession(): Promise<string | null> {
  if (!isSignedIn()) return null
  const response = await fetch('/auth/session')
  if (response.status === 204) return null
  if (!response.ok) throw new Error(`GET /auth/session answered ${response.status}`)
  return await response.text()
}
