// The official client of the authentication service. It is loaded on first need only: twenty kilobytes
// that a member's page does without until he does something on it, or his session nears its end.
import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js'
import { createSessionStorage, SESSION_KEY } from './session-storage.ts'
import { isSignedIn } from './signed-in.ts'

type Follower = (event: AuthChangeEvent, session: Session | null) => void

let client: Promise<GoTrueClient> | undefined
const followers: Follower[] = []
/** The session as the gateway told it, until the client is there to look after it. */
let known: Session | null = null
/** Renewed this long before its end, as the client itself would. */
const MARGIN_MS = 90_000
const SIGNS_OF_LIFE = ['pointerdown', 'keydown'] as const

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
  if (!client) {
    if (!isSignedIn()) return null
    known ??= await readGateway()
    if (!known || !endsSoon(known)) return known
  }
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

/** The session that the gateway tells of; the client then comes when there is something for it to do. */
async function readGateway(): Promise<Session | null> {
  const text = await askGateway()
  if (text === null) return null
  const session: Session = JSON.parse(text)
  const channel = new BroadcastChannel(SESSION_KEY)
  // What the client would hear of other tabs, as long as it is not there to hear it; the channel is
  // closed when it is.
  channel.addEventListener('message', ({ data }) => {
    known = data.session
    for (const tell of followers) tell(data.event, data.session)
    open()
  })
  const timer = setTimeout(() => open(), Math.max(0, msLeft(session) - MARGIN_MS))
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, open, { capture: true, passive: true })
  return session

  function open() {
    clearTimeout(timer)
    for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, open, { capture: true })
    // Out of reach now, it is asked for again by whoever needs it.
    authClient().then(
      () => channel.close(),
      () => undefined,
    )
  }
}

function endsSoon(session: Session): boolean {
  return msLeft(session) < MARGIN_MS
}

function msLeft({ expires_at: ends = 0 }: Session): number {
  return ends * 1_000 - Date.now()
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
    experimental: { recoveryCodes: true },
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
