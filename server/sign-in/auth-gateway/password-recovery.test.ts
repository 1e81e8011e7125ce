// A stranger who requests mails for an account cannot stop its owner from resetting the password.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSignUpSite, type SignUpSite } from '../../../test/app/sign-ups.ts'

const SITE = 'https://chaps.test'
const PAGE = `${SITE}/reset-password`
const PASSWORD = 'heron-on-the-weir'
const ELSEWHERE = [
  ...['http://127.0.0.1:5173/reset-password', 'http://[::1]:5173/', 'http://localhost:3000/'],
  ...['https://evil.example/reset-password', `${SITE}/`, `${SITE}/events`, ''],
]
let site: SignUpSite
let email: string
let people = 0
beforeAll(async () => {
  site = await openSignUpSite({ publicUrl: SITE })
})
afterAll(() => site.close())
beforeEach(async () => {
  people += 1
  email = `owner-${people}@example.org`
  await site.auth.createUser({ email, password: PASSWORD })
  // To the start of a rate limit window for mails.
  site.pass(1_800 - ((site.now().getTime() / 1000) % 1_800))
})

async function ask(path: string, { from, to }: { from: string; to: string }) {
  const url = `/auth/v1/${path}?redirect_to=${encodeURIComponent(to)}`
  const answer = await site.ask('POST', url, { from, body: { email, create_user: false } })
  expect([answer.status, answer.body]).toEqual([200, {}])
  await site.auth.idle()
  site.pass(60)
}

const strangerAsks = (path: string, n: number, to = ELSEWHERE[n % ELSEWHERE.length] ?? '') =>
  ask(path, { from: `203.0.113.${n}`, to })
const ownerAsks = () => ask('recover', { from: '192.0.2.1', to: PAGE })

async function expectNewestWorks() {
  const mail = (await site.mailsTo(email)).findLast(({ subject }) => /^Reset/.test(subject))
  expect(mail?.page).toBe(PAGE)
  const opened = await site.verify(
    'recovery',
    mail ?? { tokenHash: '', code: '', page: '', subject: '' },
  )
  expect(opened.status).toBe(200)
}

test.each(ELSEWHERE)('the link leads to the site’s own page when %j was asked for', async (to) => {
  await ask('recover', { from: '203.0.113.9', to })
  await expectNewestWorks()
})

test('mails spent on new passwords leave a link that works and leads to the site', async () => {
  for (let n = 0; n < 12; n++) await strangerAsks('recover', n)
  await ownerAsks()
  expect(await site.mailsTo(email)).toHaveLength(5 + 2)
  await expectNewestWorks()
})

test('mails spent on links to sign in leave the owner a mail for a new password', async () => {
  for (let n = 0; n < 6; n++) await strangerAsks('otp', n)
  expect(await site.mailsTo(email)).toHaveLength(5)
  await ownerAsks()
  expect(await site.mailsTo(email)).toHaveLength(5 + 1)
  await expectNewestWorks()
})

test('mails spent on sign-ups leave the owner a mail for a new password', async () => {
  for (let n = 0; n < 6; n++) {
    await site.signUp(email, 'strangers-own-password', { from: `203.0.113.${n}` })
    site.pass(60)
  }
  await ownerAsks()
  await expectNewestWorks()
})

test('at any minute of an hour in which a stranger asks each minute there is a link that works', async () => {
  for (let minute = 0; minute < 60; minute++) {
    await strangerAsks(minute % 2 ? 'recover' : 'otp', minute)
    if (minute % 7 !== 6) continue
    await ownerAsks()
    const mail = (await site.mailsTo(email)).findLast(({ subject }) => /^Reset/.test(subject))
    expect(mail?.page).toBe(PAGE)
    const token = new URLSearchParams({ token: mail?.tokenHash ?? '', type: 'recovery' })
    const followed = await site.ask('GET', `/auth/v1/verify?${token}&redirect_to=${PAGE}`)
    expect(String(followed.headers.location)).toContain('token_hash=')
  }
})
