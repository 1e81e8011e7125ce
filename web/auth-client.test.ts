import { beforeEach, expect, test, vi } from 'vitest'

const opened = vi.fn()
vi.mock('@supabase/auth-js', () => ({
  GoTrueClient: class {
    constructor() {
      opened()
    }
    onAuthStateChange() {}
    async getSession() {
      return { data: { session: sessionEnding(3_600) }, error: null }
    }
  },
}))

const handlers = new Map<string, () => void>()
beforeEach(() => {
  vi.resetModules()
  opened.mockClear()
  handlers.clear()
  vi.stubGlobal('document', { cookie: 'signed_in=1' })
  vi.stubGlobal('location', { origin: 'http://localhost:3000' })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('addEventListener', (type: string, open: () => void) => handlers.set(type, open))
  vi.stubGlobal('removeEventListener', (type: string) => handlers.delete(type))
})

const sessionEnding = (seconds: number) => ({
  user: { id: 'a' },
  expires_at: Math.floor(Date.now() / 1_000) + seconds,
})
const stubGateway = (session: object) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(session)))
}

test('reading the session asks the gateway once and does not load the client', async () => {
  const fetchSession = vi.fn(async () => new Response(JSON.stringify(sessionEnding(3_600))))
  vi.stubGlobal('fetch', fetchSession)
  const { currentSession } = await import('./auth-client.ts')
  expect((await currentSession())?.user.id).toBe('a')
  expect((await currentSession())?.user.id).toBe('a')
  expect(fetchSession).toHaveBeenCalledTimes(1)
  expect(opened).not.toHaveBeenCalled()
})

test('a session near its expiry, or a key press, loads the client', async () => {
  stubGateway(sessionEnding(60))
  await (await import('./auth-client.ts')).currentSession()
  expect(opened).toHaveBeenCalledTimes(1)

  vi.resetModules()
  stubGateway(sessionEnding(3_600))
  await (await import('./auth-client.ts')).currentSession()
  expect(opened).toHaveBeenCalledTimes(1)
  handlers.get('keydown')?.()
  await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(2))
  expect([...handlers.keys()]).toEqual([])
})

test('messages of another tab arrive before the client is loaded', async () => {
  stubGateway(sessionEnding(3_600))
  const { currentSession, onSessionChange } = await import('./auth-client.ts')
  const listener = vi.fn()
  onSessionChange(listener)
  await currentSession()
  const otherTab = new BroadcastChannel('session')
  otherTab.postMessage({ event: 'SIGNED_OUT', session: null })
  await vi.waitFor(() => expect(listener).toHaveBeenCalledWith('SIGNED_OUT', null))
  otherTab.close()
})

test('a visitor has no session, and no request is sent', async () => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async () => {
    throw new Error('called')
  })
  expect(await (await import('./auth-client.ts')).currentSession()).toBeNull()
})
