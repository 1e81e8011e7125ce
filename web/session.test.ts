import { expect, test, vi } from 'vitest'

test('trap 39: only number, names and e-mail of the member are in sessionStorage', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  const { clearMember, profile, storeProfile } = await import('./session.ts')
  const member = {
    profileId: 1001,
    firstName: 'James',
    lastName: 'Carter',
    gender: 'Male',
    dateOfBirth: '1968-05-14',
    ethnicity: 'White - British',
    occupation: null,
    phone: '447700900118',
    email: 'james@example.org',
    homeAddress: '14 Sample Street, Colchester',
    billingAddress: null,
    nhsNumber: '9990000018',
    isVerified: false,
    isActive: true,
  } as const
  storeProfile(member)
  expect([...stored.values()].map((value) => JSON.parse(value))).toEqual([
    { profileId: 1001, firstName: 'James', lastName: 'Carter', email: 'james@example.org' },
  ])
  expect(await profile()).toEqual(member)
  clearMember()
  expect(stored.size).toBe(0)
})
