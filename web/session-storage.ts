import type { Session, SupportedStorage } from '@supabase/auth-js'

/** Storage key of the session, and name of the client's BroadcastChannel. */
export const SESSION_KEY = 'session'

type TabMessage = { event: string; session: Session | null }

/**
 * The official client's storage: the session in memory, loaded on first need by `ask`, which
 * returns JSON, or null when nobody is signed in, and rejects when that is unknown; the next
 * read then retries. Verifiers of a sign-in that leaves the page go to `tab` (sessionStorage).
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
      // A sign-in in the meantime is newer.
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
    /** Stores another tab's session; the client only notifies its listeners. */
    hear({ event, session }: TabMessage): void {
      if (event === 'SIGNED_OUT') held = null
      else if (session) held = JSON.stringify(session)
    },
  }
}
