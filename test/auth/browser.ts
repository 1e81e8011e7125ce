import { randomBytes } from 'node:crypto'
import { type AuthChangeEvent, GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js'
import { vi } from 'vitest'
import { ISSUER, PASSWORD, type TestAuth } from './test-service.ts'

export type TestBrowser = ReturnType<typeof openTestBrowser>
export type Tab = Awaited<ReturnType<TestBrowser['openTab']>>

const TICK_MS = 30_000

/**
 * A browser whose tabs share one storage, with a network that fails when the test says so. Its timers and
 * clock are the test's, in step with the service's: nothing sleeps, and the answers are the real service's.
 */
export function openTestBrowser(t: TestAuth) {
  const storageKey = randomBytes(8).toString('hex')
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const clients: GoTrueClient[] = []
  const running = new Set<Promise<unknown>>()
  const calls: { path: string; at: number }[] = []
  let failure: (() => Response) | null = null

  const send = t.fetchFrom()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    calls.push({ path: pathname.replace('/auth/v1', '') + search, at: Date.now() })
    if (failure) return failure()
    const answer = send(input, init)
    running.add(answer)
    return await answer.finally(() => running.delete(answer))
  }

  /** Until every call is answered and what the client makes of it is done. */
  async function idle() {
    do {
      await Promise.allSettled(running)
      await new Promise(setImmediate)
    } while (running.size > 0)
  }

  vi.useFakeTimers({
    now: t.now(),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldClearNativeTimers: true,
  })

  // Each tab of a browser has a realm of its own; here one client sees the others and wonders.
  const warn = console.warn
  const warnings = vi.spyOn(console, 'warn').mockImplementation((...words) => {
    if (!String(words[0]).includes('Multiple GoTrueClient instances')) warn(...words)
  })

  return {
    storage,
    storageKey,
    idle,
    /** When the client asked for a new token, in seconds since `from`. */
    refreshesSince: (from: number) =>
      calls
        .filter(({ path, at }) => path === '/token?grant_type=refresh_token' && at >= from)
        .map(({ at }) => (at - from) / 1000),
    paths: () => calls.map(({ path }) => path),
    /** From now on every call fails like this; null lets them through again. */
    breakNetwork(how: (() => Response) | null) {
      failure = how
    },
    /** Lets so many ticks of the client pass, for the service too, which answers in between. */
    async ticks(count: number) {
      for (let n = 0; n < count; n++) {
        t.pass(TICK_MS / 1000)
        await vi.advanceTimersByTimeAsync(TICK_MS)
        await idle()
      }
    },
    /** Lets come what the client has put off to the next turn. */
    async soon() {
      await vi.advanceTimersByTimeAsync(0)
      await idle()
    },
    async openTab(options: Partial<GoTrueClientOptions> = {}) {
      const client = new GoTrueClient({
        url: ISSUER,
        fetch,
        storage,
        storageKey,
        detectSessionInUrl: false,
        autoRefreshToken: false,
        ...options,
      })
      clients.push(client)
      const events: AuthChangeEvent[] = []
      const heard = new Map<AuthChangeEvent, PromiseWithResolvers<void>>()
      const promiseOf = (event: AuthChangeEvent) => {
        const known = heard.get(event) ?? Promise.withResolvers<void>()
        heard.set(event, known)
        return known
      }
      client.onAuthStateChange((event) => {
        events.push(event)
        promiseOf(event).resolve()
      })
      const hears = (event: AuthChangeEvent) => promiseOf(event).promise
      await hears('INITIAL_SESSION')
      return { client, events, hears }
    },
    async close() {
      await idle()
      for (const client of clients) await client.dispose()
      warnings.mockRestore()
      vi.useRealTimers()
      vi.unstubAllGlobals()
    },
  }
}

/** Signs a new man up in a tab; gives his address. */
export async function signUpIn({ client }: Tab): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@example.org`
  const { error } = await client.signUp({ email, password: PASSWORD })
  if (error) throw error
  return email
}

/** Makes the test a page at this address, as far as the client looks; `show` turns to it or away. */
export function openPage(href: string) {
  const page = { visibilityState: 'visible' }
  const window = Object.assign(new EventTarget(), {
    location: new URL(href),
    history: { replaceState: (_: unknown, __: string, to: string) => location(to) },
  })
  const location = (to: string) => {
    window.location = new URL(to, window.location)
  }
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', page)
  return {
    address: () => window.location.href,
    show(isVisible: boolean) {
      page.visibilityState = isVisible ? 'visible' : 'hidden'
      window.dispatchEvent(new Event('visibilitychange'))
    },
  }
}
