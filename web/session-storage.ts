import type { Session, SupportedStorage } from '@supabase/auth-js'

/** Also the name of the client's BroadcastChannel. */
export const SESSION_KEY = 'session'

type TabMessage = { event: string; session: Session | null }

/**
 * Keeps the session in memory only. `fetchSession` returns JSON, or null when nobody is signed in.
 * Verifiers of a sign-in that leaves the page go to `tab` (sessionStorage).
 */
export function createSessionStorage({
  fetchSession,
  tab,
}: {
  fetchSession: () => Promise<string | null>
  tab: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}) {
  let stored: string | null | undefined
  let pending: Promise<string | null> | undefined

  async function loadOnce(): Promise<string | null> {
    try {
      pending ??= fetchSession()
      const loaded = await pending
      // A sign-in in the meantime is newer.
      if (stored === undefined) stored = loaded
      return stored
    } finally {
      pending = undefined
    }
  }

  const storage: SupportedStorage = {
    getItem(key) {
      if (key !== SESSION_KEY) return tab.getItem(key)
      return stored === undefined ? loadOnce() : stored
    },
    setItem(key, value) {
      if (key === SESSION_KEY) stored = value
      else tab.setItem(key, value)
    },
    removeItem(key) {
      if (key === SESSION_KEY) stored = null
      else tab.removeItem(key)
    },
  }

  return {
    storage,
    /** Stores another tab's session; the client only notifies its listeners. */
    receive({ event, session }: TabMessage): void {
      if (event === 'SIGNED_OUT') stored = null
      else if (session) stored = JSON.stringify(session)
    },
  }
}
