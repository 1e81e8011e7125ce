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

test('asks the server once, however often the client looks', async () => {
  const { ask, storage } = open(async () => 'kept')
  const looks = [storage.getItem(SESSION_KEY), storage.getItem(SESSION_KEY)]
  expect(await Promise.all(looks)).toEqual(['kept', 'kept'])
  expect(await storage.getItem(SESSION_KEY)).toBe('kept')
  expect(ask).toHaveBeenCalledTimes(1)
})

test('remembers that nobody is signed in', async () => {
  const { ask, storage } = open(async () => null)
  expect(await storage.getItem(SESSION_KEY)).toBeNull()
  expect(await storage.getItem(SESSION_KEY)).toBeNull()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('asks again after nobody could tell', async () => {
  const { ask, storage } = open(async () => 'kept')
  ask.mockRejectedValueOnce(new Error('503'))
  await expect(storage.getItem(SESSION_KEY)).rejects.toThrow('503')
  expect(await storage.getItem(SESSION_KEY)).toBe('kept')
})

test('holds to a sign-in that happened while it was asking', async () => {
  let answer = (_session: string | null) => {}
  const { storage } = open(() => new Promise((resolve) => (answer = resolve)))
  const look = storage.getItem(SESSION_KEY)
  await storage.setItem(SESSION_KEY, 'new')
  answer(null)
  expect(await look).toBe('new')
  expect(await storage.getItem(SESSION_KEY)).toBe('new')
})

test('follows the other tabs in and out', async () => {
  const { storage, hear } = open(async () => null)
  hear({ event: 'TOKEN_REFRESHED', session: session('newer') })
  expect(await storage.getItem(SESSION_KEY)).toBe(JSON.stringify(session('newer')))
  hear({ event: 'SIGNED_OUT', session: null })
  expect(await storage.getItem(SESSION_KEY)).toBeNull()
})

test('keeps only verifiers where a script could find them later', async () => {
  const { storage, kept } = open(async () => null)
  await storage.setItem(SESSION_KEY, 'secret')
  await storage.setItem(`${SESSION_KEY}-code-verifier`, 'verifier')
  expect([...kept]).toEqual([[`${SESSION_KEY}-code-verifier`, 'verifier']])
  expect(await storage.getItem(`${SESSION_KEY}-code-verifier`)).toBe('verifier')
  await storage.removeItem(`${SESSION_KEY}-code-verifier`)
  expect(kept.size).toBe(0)
})

function open(answer: () => Promise<string | null>) {
  const kept = new Map<string, string>()
  const ask = vi.fn(answer)
  const tab = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { ask, kept, ...createSessionStorage({ ask, tab }) }
}
