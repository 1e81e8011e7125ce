// The official client is 20 kB, so it is loaded by an action or when the session nears its expiry.
import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js'
import { fetchByOwnClock } from './own-clock.ts'
import { createSessionStorage, SESSION_KEY } from './session-storage.ts'
import { isSignedIn } from './signed-in.ts'

type SessionListener = (event: AuthChangeEvent, session: Session | null) => void

let client: Promise<GoTrueClient> | undefined
/** Until then the gateway's session counts, so that nothing waits for the client to load. */
let isOpen = false
const listeners: SessionListener[] = []
/** The gateway's session, until the client takes over. */
let cachedSession: Session | null = null
/** As in the client. */
const MARGIN_MS = 90_000
const USER_ACTIVITY_EVENTS = ['pointerdown', 'keydown'] as const

export function authClient(): Promise<GoTrueClient> {
  client ??= openClient().catch((error: unknown) => {
    // The next call retries.
    client = undefined
    throw error
  })
  return client
}

/** Renewed when about to expire; null for a visitor. Rejects when it is unknown. */
export async function currentSession(): Promise<Session | null> {
  if (!isOpen) {
    if (!isSignedIn()) return null
    cachedSession ??= await loadGatewaySession()
    if (!cachedSession || !expiresSoon(cachedSession)) return cachedSession
  }
  const { data, error } = await (await authClient()).getSession()
  if (error) throw error
  return data.session
}

/** False when the session is over; rejects when that is unknown. */
export async function renewSession(): Promise<boolean> {
  const { error } = await (await authClient()).refreshSession()
  if (error?.name === 'AuthRetryableFetchError') throw error
  return isSignedIn()
}

/** In this tab or another. */
export function onSessionChange(listener: SessionListener): void {
  listeners.push(listener)
}

async function loadGatewaySession(): Promise<Session | null> {
  const text = await fetchGatewaySession()
  if (text === null) return null
  const session: Session = JSON.parse(text)
  const channel = new BroadcastChannel(SESSION_KEY)
  // Until the client is loaded, which listens itself.
  channel.addEventListener('message', ({ data }) => {
    cachedSession = data.session
    for (const listener of listeners) listener(data.event, data.session)
    open()
  })
  const timer = setTimeout(() => open(), Math.max(0, msToExpiry(session) - MARGIN_MS))
  for (const type of USER_ACTIVITY_EVENTS)
    addEventListener(type, open, { capture: true, passive: true })
  return session

  function open() {
    clearTimeout(timer)
    for (const type of USER_ACTIVITY_EVENTS) removeEventListener(type, open, { capture: true })
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
  const { storage, receive } = createSessionStorage({
    fetchSession: fetchGatewaySession,
    tab: sessionStorage,
  })
  const channel = new BroadcastChannel(SESSION_KEY)
  channel.addEventListener('message', ({ data }) => receive(data))
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
    fetch: fetchByOwnClock,
  })
  opened.onAuthStateChange((event, session) => {
    for (const listener of listeners) listener(event, session)
  })
  isOpen = true
  return opened
}

/** As JSON; null when nobody is signed in. */
async function fetchGatewaySession(): Promise<string | null> {
  if (!isSignedIn()) return null
  const response = await fetchByOwnClock('/auth/session')
  if (response.status === 204) return null
  if (!response.ok) throw new Error(`GET /auth/session answered ${response.status}`)
  return await response.text()
}
