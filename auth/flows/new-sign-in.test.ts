import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { must, openTestAuth, PASSWORD, type TestAuth } from '../../test/auth/test-service.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'

let t: TestAuth
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  t = await openTestAuth(database.pool, { confirmEmail: false })
})
afterAll(() => t.close())

const DAY = 86_400
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1'
const NEWER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Version/18.4 Safari/605.2'
const COMPUTER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36'
const HOME = '198.51.100.4'

let people = 0
let email = ''
beforeEach(async () => {
  t.pass(DAY)
  email = `user-${++people}@example.org`
  await t.auth.createUser({ email, password: PASSWORD })
})

async function signIn({ device = PHONE, address = HOME, password = PASSWORD } = {}) {
  return t.ask('POST', '/token?grant_type=password', {
    body: { email, password },
    address,
    headers: { 'user-agent': device },
  })
}

async function newSignIns() {
  const mails = await t.mails()
  return mails.filter(({ to, subject }) => to === email && subject.startsWith('A new sign-in'))
}

test('the first sign-in is not mailed about, nor others from the same device and network', async () => {
  expect((await signIn()).status).toBe(200)
  t.pass(DAY)
  await signIn()
  await signIn({ device: NEWER })
  await signIn({ address: '198.51.7.200' })
  expect(await newSignIns()).toEqual([])
})

test.each([
  ['another device', { device: COMPUTER, address: HOME }],
  ['another network', { device: PHONE, address: '203.0.113.9' }],
  ['another IPv6 network', { device: PHONE, address: '2001:db8:5::1' }],
])('a sign-in from %s is mailed about once, with when, where and what to do', async (_, from) => {
  await signIn()
  await signIn(from)
  t.pass(2 * 3_600)
  await signIn(from)
  const mails = await newSignIns()
  expect(mails).toHaveLength(1)
  const { text } = must(mails[0])
  expect(text).toMatch(/When: \w+ \d+ January 2027 at \d\d:\d\d UTC/)
  expect(text).toContain(`network address ${from.address}`)
  expect(text).toContain('choose a new password straight away')
})

test('at most one mail goes out in an hour, and the next one after it', async () => {
  await signIn()
  await Promise.all([signIn({ device: COMPUTER }), signIn({ address: '203.0.113.9' })])
  await signIn({ address: '192.0.2.77' })
  expect(await newSignIns()).toHaveLength(1)
  t.pass(3_601)
  await signIn({ device: 'Opera/9.80' })
  expect(await newSignIns()).toHaveLength(2)
})

test('a device that was not used for half a year is new again', async () => {
  await signIn()
  t.pass(181 * DAY)
  await signIn()
  expect(await newSignIns()).toHaveLength(1)
})

test('a wrong password is mailed about to nobody', async () => {
  await signIn()
  expect((await signIn({ device: COMPUTER, password: 'wrong-on-the-weir' })).status).toBe(400)
  expect(await newSignIns()).toEqual([])
})

test('no mail is left of a sign-in that did not happen', async () => {
  await signIn()
  await database.owner.pool.query(
    'alter table auth.sessions add constraint full_up check (false) not valid',
  )
  expect((await signIn({ device: COMPUTER })).status).toBe(500)
  await database.owner.pool.query('alter table auth.sessions drop constraint full_up')
  expect(await newSignIns()).toEqual([])
  await signIn({ device: COMPUTER })
  expect(await newSignIns()).toHaveLength(1)
})
