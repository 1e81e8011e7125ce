// An unattended session cannot change how its owner signs in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedSite, openEmbeddedSite } from '../../../test/app/embedded-site.ts'

const PASSWORD = 'heron-on-the-weir'
let site: EmbeddedSite
beforeAll(async () => {
  site = await openEmbeddedSite()
})
afterAll(() => site.close())

test('password, address and second step need a sign-in or the password of the last ten minutes', async () => {
  const { client } = site.visitor()
  await client.signUp({ email: 'left-open@example.org', password: PASSWORD })
  const changes = [
    () => client.updateUser({ password: 'heron-weir-barn' }),
    () => client.updateUser({ email: 'taken-over@example.org' }),
    () => client.mfa.enroll({ factorType: 'totp' }),
  ]
  site.pass(9 * 60)
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'A' })).error).toBeNull()
  site.pass(60)
  for (const change of changes)
    expect((await change()).error?.code).toBe('current_password_required')
  const shown = await client.updateUser({ current_password: PASSWORD })
  expect(shown.error).toBeNull()
  for (const change of changes.toReversed()) expect((await change()).error).toBeNull()
})
