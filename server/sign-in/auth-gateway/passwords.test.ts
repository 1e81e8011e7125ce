// Password rules of the site: the site's name, the member's name, the minimum length, and staff.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STAFF_PASSWORD_MIN_LENGTH } from '../../../domain/passwords.ts'
import { type EmbeddedSite, openEmbeddedSite } from '../../../test/app/embedded-site.ts'
import { readEnv } from '../../platform/config/env.ts'

const SHORT = 'kettle-hob'
const LONG = 'kettle-on-the-hob'
let site: EmbeddedSite
let count = 0
beforeAll(async () => {
  const { auth } = readEnv({})
  site = await openEmbeddedSite({ passwordMinLength: auth.passwordMinLength })
})
afterAll(() => site.close())

const newEmail = () => `member-${++count}@example.org`
async function signUp(password: string, { email = newEmail(), name = 'James Carter' } = {}) {
  const { browser, client } = site.visitor()
  const options = { data: { display_name: name } }
  const { error } = await client.signUp({ email, password, options })
  return { browser, client, email, error }
}

async function makeStaff(email: string) {
  const { id } = await site.auth.createUser({ email, password: SHORT })
  const answer = await site.auth.callAsAdmin(`/admin/users/${id}`, {
    method: 'PUT',
    operator: 'test',
    body: JSON.stringify({ app_metadata: { staff: true } }),
  })
  expect(answer.status).toBe(200)
}

describe('a new password', () => {
  test.each([
    ...[
      'prostate',
      'psatest',
      'screening',
      'chaps123',
      'Pr0state2026',
      'psa-screening',
      'CHAPS!!!',
    ],
    ...['menshealth', 'prostatecancer1', 'jamescarter', 'Carter1958', 'j4mesc4rter', 'password1'],
  ])('%s is refused as easy to guess', async (password) => {
    expect((await signUp(password)).error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['pwned'],
    })
  })

  test('made of the parts of the address is refused', async () => {
    const refused = await signUp('fenman1990', { email: 'old.fenman58@example.org', name: '' })
    expect(refused.error).toMatchObject({ code: 'weak_password', reasons: ['pwned'] })
  })

  test.each(['oakmug', 'tractor-river-lamp', 'carter-barn-owl'])(
    '%s is taken',
    async (password) => {
      expect((await signUp(password)).error).toBeNull()
    },
  )

  test('has as many characters as the setting says, and the browser gets the number', async () => {
    const { auth } = readEnv({ GOTRUE_PASSWORD_MIN_LENGTH: '10' })
    const strict = await openEmbeddedSite({ passwordMinLength: auth.passwordMinLength })
    const { browser, client } = strict.visitor()
    const credentials = { email: newEmail(), password: 'kettle-ho' }
    expect((await client.signUp(credentials)).error).toMatchObject({ reasons: ['length'] })
    expect((await browser.ask('/auth/v1/settings')).json().password_min_length).toBe(10)
    expect((await client.signUp({ ...credentials, password: SHORT })).error).toBeNull()
    await strict.close()
    const { browser: elsewhere } = site.visitor()
    expect((await elsewhere.ask('/auth/v1/settings')).json().password_min_length).toBe(6)
  })

  test.each(['5', '65', 'ten'])('cannot have a minimum of %s', (minimum) => {
    expect(() => readEnv({ GOTRUE_PASSWORD_MIN_LENGTH: minimum })).toThrow(
      'GOTRUE_PASSWORD_MIN_LENGTH must be',
    )
  })
})

describe('staff', () => {
  test('with a short password can no longer sign in with it, and choose a longer one', async () => {
    const { client, email } = await signUp(SHORT)
    expect((await client.getUser()).error).toBeNull()
    await makeStaff(email)
    expect((await client.getUser()).error).not.toBeNull()

    const again = site.visitor().client
    expect((await again.signInWithPassword({ email, password: 'not-the-one' })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await again.signInWithPassword({ email, password: SHORT })).error).toMatchObject({
      status: 422,
      code: 'weak_password',
      reasons: ['length'],
    })
    await again.resetPasswordForEmail(email)
    await site.auth.idle()
    const { text = '' } = site.mails.findLast(({ to }) => to === email) ?? {}
    const token_hash = /token_hash=([\w-]+)/.exec(text)?.[1] ?? ''
    expect((await again.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull()
    const tooShort = 'kettle-on-a'
    expect(tooShort).toHaveLength(STAFF_PASSWORD_MIN_LENGTH - 1)
    expect((await again.updateUser({ password: tooShort })).error).toMatchObject({
      code: 'weak_password',
      reasons: ['length'],
    })
    expect((await again.updateUser({ password: LONG })).error).toBeNull()
    expect((await again.signInWithPassword({ email, password: LONG })).error).toBeNull()
  })
})
