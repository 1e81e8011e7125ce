// Whose account a mailed link opens is shown before anything is used up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNT_LINK_KINDS, type AccountLinkKind } from '../../../domain/link-owner.ts'
import { type Mailed, openSignUpSite, type SignUpSite } from '../../../test/app/sign-ups.ts'

const PASSWORD = 'heron-on-the-weir'
let site: SignUpSite
let people = 0
beforeAll(async () => {
  site = await openSignUpSite()
})
afterAll(() => site.close())

type LinkCase = { email: string; mail: Mailed; type: string; userId?: string; cookie?: string }

const newAddress = () => `member-${++people}@example.org`

async function account() {
  const email = newAddress()
  const { id } = await site.auth.createUser({ email, password: PASSWORD })
  return { email, id }
}

async function lastMail(email: string): Promise<Mailed> {
  const mail = (await site.mailsTo(email)).at(-1)
  if (!mail) throw new Error(`no mail to ${email}`)
  return mail
}

async function byRequest(path: string, type: string): Promise<LinkCase> {
  const { email } = await account()
  const { cookies: cookie } = await site.ask('POST', path, { body: { email } })
  return { email, cookie, type, mail: await lastMail(email) }
}

async function byChange(side: 'new' | 'current'): Promise<LinkCase> {
  const { email } = await account()
  const { body } = await site.signIn(email, PASSWORD)
  const next = newAddress()
  const token = String(body.access_token)
  const changed = await site.ask('PUT', '/auth/v1/user', { token, body: { email: next } })
  expect(changed.status).toBe(200)
  return { email, type: 'email_change', mail: await lastMail(side === 'new' ? next : email) }
}

/** Each kind of link; a kind without an entry does not compile. */
const MAKE: Record<AccountLinkKind, () => Promise<LinkCase>> = {
  sign_in: () => byRequest('/auth/v1/otp', 'magiclink'),
  recovery: () => byRequest('/auth/v1/recover', 'recovery'),
  email_change_new: () => byChange('new'),
  email_change_current: () => byChange('current'),
  async sign_up() {
    const email = newAddress()
    const { body } = await site.signUp(email, PASSWORD)
    return { email, type: 'signup', mail: await lastMail(email), userId: String(body.id) }
  },
  async invitation() {
    const email = newAddress()
    await site.administer('POST', '/invite', { email })
    return { email, type: 'invite', mail: await lastMail(email) }
  },
}

const look = (mail: Mailed, more: { cookie?: string; user_id?: string | undefined } = {}) =>
  site.ask('POST', '/api/auth/confirmation', {
    body: { token_hash: mail.tokenHash, ...(more.user_id && { user_id: more.user_id }) },
    ...(more.cookie && { cookie: more.cookie }),
  })

const typeAddress = (mail: Mailed, email: string) =>
  site.ask('POST', '/api/auth/confirmation/address', {
    body: { token_hash: mail.tokenHash, email },
  })

const signInAs = async ({ email }: { email: string }) =>
  (await site.signIn(email, PASSWORD)).cookies

describe.each(ACCOUNT_LINK_KINDS)('a link of %s', (kind) => {
  test('shows the masked address of its account, and that it was not asked for here', async () => {
    const { mail, email } = await MAKE[kind]()
    const { status, body, text, headers } = await look(mail)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatchObject({ kind, state: 'other_browser', signed_in_as: null })
    expect(body.masked_email).toBe(`m•••${email.split('@')[0]?.at(-1)}@example.org`)
    expect(text).not.toContain(email)
  })

  test('is not used up by looking, nor by the address of its account', async () => {
    const { mail, email, type } = await MAKE[kind]()
    const before = await site.rows('select * from auth.one_time_tokens order by id')
    for (const method of ['GET', 'HEAD'] as const)
      await site.app.inject({ method, url: `${new URL(mail.page).pathname}?${query(mail, type)}` })
    await look(mail)
    expect((await typeAddress(mail, 'another@example.org')).body).toEqual({ is_right: false })
    expect((await typeAddress(mail, ` ${email.toUpperCase()} `)).body).toEqual({ is_right: true })
    expect(await site.rows('select * from auth.one_time_tokens order by id')).toEqual(before)
    expect((await site.verify(type, mail)).status).toBe(200)
    expect((await look(mail)).status).toBe(404)
    expect((await typeAddress(mail, email)).status).toBe(404)
  })

  test('asks a browser that is signed in to another account first', async () => {
    const { mail } = await MAKE[kind]()
    const cookie = await signInAs(await account())
    const { body } = await look(mail, { cookie })
    expect(body).toMatchObject({ kind, state: 'other_account' })
    expect(body.signed_in_as).toMatch(/^m•••\d@example\.org$/)
  })
})

test.each(['sign_in', 'recovery'] as const)(
  'a link of %s is known in the browser that asked for it, for an hour',
  async (kind) => {
    const { mail, cookie = '' } = await MAKE[kind]()
    expect((await look(mail, { cookie })).body.state).toBe('this_browser')
    const [name = '', value = ''] = cookie.split('=')
    expect((await look(mail, { cookie: `${name}=9${value}` })).body.state).toBe('other_browser')
    const other = await MAKE[kind]()
    expect((await look(mail, { cookie: other.cookie ?? '' })).body.state).toBe('other_browser')
    const later = await site.ask('POST', '/auth/v1/recover', { body: { email: newAddress() } })
    expect(later.setCookies).toMatchObject([
      { name: 'mail', httpOnly: true, sameSite: 'Lax', maxAge: 3600 },
    ])
  },
)

test('the cookie of a request for mail ends after an hour', async () => {
  const { email } = await account()
  const asked = await site.ask('POST', '/auth/v1/otp', { body: { email } })
  site.pass(3_601)
  await site.ask('POST', '/auth/v1/otp', { body: { email } })
  const { body } = await look(await lastMail(email), { cookie: asked.cookies })
  expect(body.state).toBe('other_browser')
})

test('a browser that is signed in to the account of the change is asked nothing', async () => {
  const { mail, email } = await MAKE.email_change_current()
  const { body } = await look(mail, { cookie: await signInAs({ email }) })
  expect(body).toMatchObject({ state: 'this_browser', signed_in_as: null })
})

test('a sign-up is known by its id alone, not by a mail that its address asked for', async () => {
  const { mail, email, userId } = await MAKE.sign_up()
  const { cookies: cookie } = await site.ask('POST', '/auth/v1/recover', { body: { email } })
  expect((await look(mail, { cookie })).body).toMatchObject({
    state: 'other_browser',
    asks: 'password',
  })
  expect((await look(mail, { user_id: userId })).body).toMatchObject({
    state: 'this_browser',
    asks: 'nothing',
  })
})

test('the new address of a change reads no name, which may be another person’s', async () => {
  const { mail } = await MAKE.email_change_new()
  expect((await look(mail)).body).toMatchObject({ first_name: null, last_name: null })
})

function query({ tokenHash }: Mailed, type: string): URLSearchParams {
  return new URLSearchParams({ token_hash: tokenHash, type })
}
