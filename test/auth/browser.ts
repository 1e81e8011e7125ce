import { randomBytes } from 'node:crypto'
import { type AuthChangeEvent, GoTrueClient, type GoTrueClientOptions } from '@supabase/auth-js'
import { vi } from 'vitest'
import { ISSUER, PASSWORD, type TestAuth } from './test-service.ts'

export type TestBrowser = ReturnType<typeof openTestBrowser>
export type Tab = Awaited<ReturnType<TestBrowser['openTab']>>

const TICK_MS = 30_000

/**
 * A browser whose tabs share one storage, with a network that can fail. Its timers and clock are
 * fake and in step with the real service's.
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

  // Tabs have separate realms in a browser; here the clients share one and warn about each other.
  const warn = console.warn
  const warnings = vi.spyOn(console, 'warn').mockImplementation((...words) => {
    if (!String(words[0]).includes('Multiple GoTrueClient instances')) warn(...words)
  })

  return {
    storage,
    storageKey,
    idle,
    refreshesSince: (from: number) =>
      calls
        .filter(({ path, at }) => path === '/token?grant_type=refresh_token' && at >= from)
        .map(({ at }) => (at - from) / 1000),
    paths: () => calls.map(({ path }) => path),
    /** From now on every call ends with the result of `how`; null restores the network. */
    breakNetwork(how: (() => Response) | null) {
      failure = how
    },
    async ticks(count: number) {
      for (let n = 0; n < count; n++) {
        t.pass(TICK_MS / 1000)
        await vi.advanceTimersByTimeAsync(TICK_MS)
        await idle()
      }
    },
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
      const seen = new Map<AuthChangeEvent, PromiseWithResolvers<void>>()
      const promiseOf = (event: AuthChangeEvent) => {
        const known = seen.get(event) ?? Promise.withResolvers<void>()
        seen.set(event, known)
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

export async function signUpIn({ client }: Tab): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@example.org`
  const { error } = await client.signUp({ email, password: PASSWORD })
  if (error) throw error
  return email
}

/** Fakes the globals of a page at this URL; `show` changes its visibility. */
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
