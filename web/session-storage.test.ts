import type { Session } from '@supabase/auth-js'
import { expect, test, vi } from 'vitest'
import { createSessionStorage, SESSION_KEY } from './session-storage.ts'

const session = (access_token: string): Session => ({
  access_token,
  refresh_token: 'handle',
  expires_in: 900,
  token_type: 'bearer',
  user: { id: 'u', aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
})

test('fetches the session once for repeated reads', async () => {
  const { fetchSession, storage } = open(async () => 'kept')
  const looks = [storage.getItem(SESSION_KEY), storage.getItem(SESSION_KEY)]
  expect(await Promise.all(looks)).toEqual(['kept', 'kept'])
  expect(await storage.getItem(SESSION_KEY)).toBe('kept')
  expect(fetchSession).toHaveBeenCalledTimes(1)
})

test('caches that nobody is signed in', async () => {
  const { fetchSession, storage } = open(async () => null)
  expect(await storage.getItem(SESSION_KEY)).toBeNull()
  expect(await storage.getItem(SESSION_KEY)).toBeNull()
  expect(fetchSession).toHaveBeenCalledTimes(1)
})

test('fetches again after a failure', async () => {
  const { fetchSession, storage } = open(async () => 'kept')
  fetchSession.mockRejectedValueOnce(new Error('503'))
  await expect(storage.getItem(SESSION_KEY)).rejects.toThrow('503')
  expect(await storage.getItem(SESSION_KEY)).toBe('kept')
})

test('prefers a sign-in that happened during the request', async () => {
  let respond = (_session: string | null) => {}
  const { storage } = open(() => new Promise((resolve) => (respond = resolve)))
  const look = storage.getItem(SESSION_KEY)
  await storage.setItem(SESSION_KEY, 'new')
  respond(null)
  expect(await look).toBe('new')
  expect(await storage.getItem(SESSION_KEY)).toBe('new')
})

test('follows sign-in and sign-out of other tabs', async () => {
  const { storage, receive } = open(async () => null)
  receive({ event: 'TOKEN_REFRESHED', session: session('newer') })
  expect(await storage.getItem(SESSION_KEY)).toBe(JSON.stringify(session('newer')))
  receive({ event: 'SIGNED_OUT', session: null })
  expect(await storage.getItem(SESSION_KEY)).toBeNull()
})

test('stores only verifiers in sessionStorage', async () => {
  const { storage, tabItems } = open(async () => null)
  await storage.setItem(SESSION_KEY, 'secret')
  await storage.setItem(`${SESSION_KEY}-code-verifier`, 'verifier')
  expect([...tabItems]).toEqual([[`${SESSION_KEY}-code-verifier`, 'verifier']])
  expect(await storage.getItem(`${SESSION_KEY}-code-verifier`)).toBe('verifier')
  await storage.removeItem(`${SESSION_KEY}-code-verifier`)
  expect(tabItems.size).toBe(0)
})

function open(respond: () => Promise<string | null>) {
  const tabItems = new Map<string, string>()
  const fetchSession = vi.fn(respond)
  const tab = {
    getItem: (key: string) => tabItems.get(key) ?? null,
    setItem: (key: string, value: string) => void tabItems.set(key, value),
    removeItem: (key: string) => void tabItems.delete(key),
  }
  return { fetchSession, tabItems, ...createSessionStorage({ fetchSession, tab }) }
}
