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

const heard = new Map<string, () => void>()
beforeEach(() => {
  vi.resetModules()
  opened.mockClear()
  heard.clear()
  vi.stubGlobal('document', { cookie: 'signed_in=1' })
  vi.stubGlobal('location', { origin: 'http://localhost:3000' })
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('addEventListener', (sign: string, open: () => void) => heard.set(sign, open))
  vi.stubGlobal('removeEventListener', (sign: string) => heard.delete(sign))
})

const sessionEnding = (seconds: number) => ({
  user: { id: 'a' },
  expires_at: Math.floor(Date.now() / 1_000) + seconds,
})
const gatewayTells = (session: object) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(session)))
}

test('a page that only shows something does without the client, and asks the gateway once', async () => {
  const asked = vi.fn(async () => new Response(JSON.stringify(sessionEnding(3_600))))
  vi.stubGlobal('fetch', asked)
  const { currentSession } = await import('./auth-client.ts')
  expect((await currentSession())?.user.id).toBe('a')
  expect((await currentSession())?.user.id).toBe('a')
  expect(asked).toHaveBeenCalledTimes(1)
  expect(opened).not.toHaveBeenCalled()
})

test('a session near its end, or a hand on the page, calls the client', async () => {
  gatewayTells(sessionEnding(60))
  await (await import('./auth-client.ts')).currentSession()
  expect(opened).toHaveBeenCalledTimes(1)

  vi.resetModules()
  gatewayTells(sessionEnding(3_600))
  await (await import('./auth-client.ts')).currentSession()
  expect(opened).toHaveBeenCalledTimes(1)
  heard.get('keydown')?.()
  await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(2))
  expect([...heard.keys()]).toEqual([])
})

test('what another tab says is heard before the client is there', async () => {
  gatewayTells(sessionEnding(3_600))
  const { currentSession, onSessionChange } = await import('./auth-client.ts')
  const told = vi.fn()
  onSessionChange(told)
  await currentSession()
  const otherTab = new BroadcastChannel('session')
  otherTab.postMessage({ event: 'SIGNED_OUT', session: null })
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith('SIGNED_OUT', null))
  otherTab.close()
})

test('a visitor has no session, and nobody is asked', async () => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', async () => {
    throw new Error('asked')
  })
  expect(await (await import('./auth-client.ts')).currentSession()).toBeNull()
})
