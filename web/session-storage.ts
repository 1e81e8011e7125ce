import type { Session, SupportedStorage } from '@supabase/auth-js'

/** Storage key of the session; the client's BroadcastChannel has the same name. */
export const SESSION_KEY = 'session'

/** What the client tells the other tabs. */
type TabMessage = { event: string; session: Session | null }

/**
 * Where the official client keeps the session: in memory, filled on first need by `ask`, which gives
 * the session as JSON, null when nobody is signed in, and rejects when nobody can tell; then the next
 * need asks again. The verifiers of a sign-in that leaves the page go to `tab` (sessionStorage).
 */
export function createSessionStorage({
  ask,
  tab,
}: {
  ask: () => Promise<string | null>
  tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}) {
  let held: string | null | undefined
  let asked: Promise<string | null> | undefined

  async function load(): Promise<string | null> {
    try {
      asked ??= ask()
      const answer = await asked
      // Somebody may have signed in meanwhile; that is newer.
      if (held === undefined) held = answer
      return held
    } finally {
      asked = undefined
    }
  }

  const storage: SupportedStorage = {
    getItem(key) {
      if (key !== SESSION_KEY) return tab.getItem(key)
      return held === undefined ? load() : held
    },
    setItem(key, value) {
      if (key === SESSION_KEY) held = value
      else tab.setItem(key, value)
    },
    removeItem(key) {
      if (key === SESSION_KEY) held = null
      else tab.removeItem(key)
    },
  }

  return {
    storage,
    /** Takes over what another tab says; the client itself passes it to its listeners only. */
    hear({ event, session }: TabMessage): void {
      if (event === 'SIGNED_OUT') held = null
      else if (session) held = JSON.stringify(session)
    },
  }
}
