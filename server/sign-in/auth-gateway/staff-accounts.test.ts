import type pg from 'pg'
import { expect, test } from 'vitest'
import { openStaffAccounts } from './staff-accounts.ts'

const accountsThatAnswer = (status: number) =>
  openStaffAccounts({} as pg.Pool, {
    callAsAdmin: async () => Response.json({ msg: 'an answer of the service' }, { status }),
  })

test('an account that is gone is barred and admitted without an error, so that a death is recorded', async () => {
  const gone = accountsThatAnswer(404)
  await expect(gone.bar('an account', 'Ann Clerk')).resolves.toBeUndefined()
  await expect(gone.admit('an account', 'Ann Clerk')).resolves.toBeUndefined()
})

test('a service that fails is an error, also for a role taken from an account that is gone', async () => {
  await expect(accountsThatAnswer(500).bar('an account', 'Ann Clerk')).rejects.toThrow('(500)')
  await expect(accountsThatAnswer(404).close('an account', 'Ann Clerk')).rejects.toThrow('(404)')
})
