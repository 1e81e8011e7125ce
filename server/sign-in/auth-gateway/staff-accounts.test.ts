import type pg from 'pg'
import { expect, test } from 'vitest'
import { openStaffAccounts } from './staff-accounts.ts'

// A database without accounts.
const nobody = { query: async () => ({ rows: [] }) } as unknown as pg.Pool

const accountsThatAnswer = (status: number) =>
  openStaffAccounts(nobody, {
    callAsAdmin: async () => Response.json({ msg: 'an answer of the service' }, { status }),
  })

test('an account that is gone is closed, barred and admitted without an error, so that a role can be taken and a death recorded', async () => {
  const gone = accountsThatAnswer(404)
  await expect(gone.bar('an account', 'Ann Clerk')).resolves.toBeUndefined()
  await expect(gone.admit('an account', 'Ann Clerk')).resolves.toBeUndefined()
  await expect(gone.close('an account', 'Ann Clerk')).resolves.toBeUndefined()
})

test('each refusal of the service has its sentence', async () => {
  const { bar, close } = accountsThatAnswer(500)
  for (const act of [bar, close])
    await expect(act('an account', 'Ann Clerk')).rejects.toMatchObject({ reason: 'busy' })
  const busy = accountsThatAnswer(429).bar('an account', 'Ann Clerk')
  await expect(busy).rejects.toMatchObject({ reason: 'too_many_requests' })
  const invited = accountsThatAnswer(422).open('ann@example.org', 'Ann Clerk')
  await expect(invited).rejects.toMatchObject({
    reason: 'invalid_request',
    extra: { fields: [{ field: 'email', message: expect.stringContaining('does not accept') }] },
  })
  await expect(accountsThatAnswer(403).bar('an account', 'Ann Clerk')).rejects.toThrow('(403)')
})
