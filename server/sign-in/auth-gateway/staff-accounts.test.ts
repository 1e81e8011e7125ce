import type pg from 'pg'
import { expect, test } from 'vitest'
import { openStaffAccounts } from './staff-accounts.ts'

const accountsThatAnswer = (status: number) =>
  openStaffAccounts({} as pg.Pool, {
    callAsAdmin: async () => Response.json({ msg: 'an answer of the service' }, { status }),
  })

test('an account that is gone is closed, barred and admitted without an error, so that a role can be taken and a death recorded', async () => {
  const gone = accountsThatAnswer(404)
  await expect(gone.bar('an account', 'Ann Clerk')).resolves.toBeUndefined()
  await expect(gone.admit('an account', 'Ann Clerk')).resolves.toBeUndefined()
  await expect(gone.close('an account', 'Ann Clerk')).resolves.toBeUndefined()
})

test('a service that fails is an error', async () => {
  await expect(accountsThatAnswer(500).bar('an account', 'Ann Clerk')).rejects.toThrow('(500)')
  await expect(accountsThatAnswer(500).close('an account', 'Ann Clerk')).rejects.toThrow('(500)')
})
