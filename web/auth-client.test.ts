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

const sessionEnding = (seconds: number, serverIsBehind = 0) => ({
  user: { id: 'a' },
  expires_in: seconds,
  expires_at: Math.floor(Date.now() / 1_000) - serverIsBehind + seconds,
})
const stubGateway = (session: object) => {
  vi.stubGlobal('fetch', async () => Response.json(session))
}

test('reading the session asks the gateway once and does not load the client', async () => {
  const fetchSession = vi.fn(async () => Response.json(sessionEnding(3_600)))
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

test.each([
  ['fast', 20 * 60],
  ['slow', -20 * 60],
])(
  'on a device whose clock is %s, a session lasts as long as the server says',
  async (_, ahead) => {
    stubGateway(sessionEnding(900, ahead))
    const { currentSession } = await import('./auth-client.ts')
    const session = await currentSession()
    expect(opened).not.toHaveBeenCalled()
    const left = (session?.expires_at ?? 0) - Date.now() / 1_000
    expect(Math.abs(left - 900)).toBeLessThan(5)

    vi.resetModules()
    stubGateway(sessionEnding(60, ahead))
    await (await import('./auth-client.ts')).currentSession()
    expect(opened).toHaveBeenCalledTimes(1)
  },
)

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
