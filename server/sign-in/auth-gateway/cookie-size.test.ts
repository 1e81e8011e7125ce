import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedSite, openEmbeddedSite } from '../../../test/app/embedded-site.ts'

// Browsers drop cookies of more than 4096 bytes, and every request sends all of them.
const PASSWORD = 'heron-on-the-weir'

let site: EmbeddedSite
beforeAll(async () => {
  site = await openEmbeddedSite()
})
afterAll(() => site.close())

test('whatever a member writes into the metadata, the cookies of a session stay small', async () => {
  const { browser, client } = site.visitor()
  const data = { display_name: 'James Carter', note: 'x'.repeat(12_000) }
  const options = { data }
  const email = 'large@example.org'
  const signedUp = await client.signUp({ email, password: PASSWORD, options })
  expect(signedUp.error).toBeNull()
  const large = { data: { more: 'x'.repeat(60_000) } }
  expect((await client.updateUser(large)).error).toMatchObject({ status: 400 })

  const payload = { email, password: PASSWORD }
  const method = 'POST'
  const answer = await browser.ask('/auth/v1/token?grant_type=password', { method, payload })
  const set = [answer.headers['set-cookie'] ?? []].flat()
  expect(set).toHaveLength(3)
  for (const cookie of set) expect(Buffer.byteLength(cookie)).toBeLessThan(1_500)
  expect(answer.json().user.user_metadata.display_name).toBe('James Carter')
  expect((await browser.ask('/auth/session')).json().user.user_metadata.note).toHaveLength(12_000)
})
