// Signing up with another person's address gives an attacker nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProfileCreate } from '../../../domain/contract.ts'
import { type Mailed, openSignUpSite, type SignUpSite } from '../../../test/app/sign-ups.ts'
import { savePendingProfile } from '../../members/profile/pending-profile.ts'

const STRANGERS = 'strangers-own-password'
const OWNERS = 'heron-on-the-weir'
const FAR_AWAY = '203.0.113.9'
let site: SignUpSite
let people = 0
beforeAll(async () => {
  site = await openSignUpSite()
})
afterAll(() => site.close())

const newAddress = () => `victim-${++people}@example.org`

async function strangerSignsUp(email: string) {
  const { body } = await site.signUp(email, STRANGERS, {
    from: FAR_AWAY,
    data: { display_name: 'Stranger' },
  })
  await site.postProfile(body.id, email, 'Stranger')
  return String(body.id)
}

async function ownerSignsUp(email: string) {
  const { body } = await site.signUp(email, OWNERS)
  await site.postProfile(body.id, email, 'Owner')
  return String(body.id)
}

async function expectOwners(email: string) {
  expect((await site.signIn(email, STRANGERS)).body).toMatchObject({ code: 'invalid_credentials' })
  const { status, cookies } = await site.signIn(email, OWNERS)
  expect(status).toBe(200)
  const { body } = await site.ask('GET', '/api/auth/profile', { cookie: cookies })
  expect(body.userProfile.firstName).toBe('Owner')
  expect(await profilesOf(email)).toEqual(['Owner'])
}

async function profilesOf(email: string): Promise<string[]> {
  const found = await site.rows('select first_name from members where email = $1', [email])
  return found.map(({ first_name }) => first_name)
}

async function isPending(userId: string): Promise<boolean> {
  return (await site.rows('select 1 from pending_profiles where user_id = $1', [userId])).length > 0
}

const last = (mails: Mailed[]): Mailed => {
  const mail = mails.at(-1)
  if (!mail) throw new Error('no mail')
  return mail
}

describe.each([
  ['at once', 0],
  ['a minute later', 61],
])('a stranger signs up first, the owner %s', (_, wait) => {
  test.each(['link', 'code'])(
    'and confirms by %s: password and profile are the owner’s',
    async (by) => {
      const email = newAddress()
      const strangersId = await strangerSignsUp(email)
      const [old] = await site.mailsTo(email)
      site.pass(wait)
      const id = await ownerSignsUp(email)
      expect(id).not.toBe(strangersId)
      expect([await isPending(strangersId), await isPending(id)]).toEqual([false, true])
      const mails = await site.mailsTo(email)
      expect(mails).toHaveLength(2)
      // A late profile of the stranger has no effect.
      await site.postProfile(strangersId, email, 'Stranger')
      await site.postProfile(id, email, 'Repeated')

      const dead = old ?? last([])
      for (const answer of [
        await site.verify('signup', dead),
        await site.typeCode('signup', email, dead),
      ])
        expect(answer).toMatchObject({ status: 403, body: { code: 'otp_expired' } })
      const confirmed =
        by === 'link'
          ? await site.verify('signup', last(mails))
          : await site.typeCode('signup', email, last(mails))
      expect(confirmed.status).toBe(200)
      expect(confirmed.body.user.id).toBe(id)
      await expectOwners(email)
    },
  )

  test('and asks for a new password: nothing of the stranger is left', async () => {
    const email = newAddress()
    await strangerSignsUp(email)
    site.pass(wait)
    await site.ask('POST', '/auth/v1/recover', { body: { email } })
    await opensWithoutSigningUp(email, 'recovery')
  })

  test('and asks for a link to sign in: nothing of the stranger is left', async () => {
    const email = newAddress()
    await strangerSignsUp(email)
    site.pass(wait)
    await site.ask('POST', '/auth/v1/otp', { body: { email, create_user: false } })
    await opensWithoutSigningUp(email, 'magiclink')
  })

  test('and is invited: nothing of the stranger is left', async () => {
    const email = newAddress()
    const strangersId = await strangerSignsUp(email)
    site.pass(wait)
    expect(await isPending(strangersId)).toBe(true)
    expect((await site.administer('POST', '/invite', { email })).status).toBe(200)
    expect(await isPending(strangersId)).toBe(false)
    await site.postProfile(strangersId, email, 'Stranger')
    await opensWithoutSigningUp(email, 'invite')
  })

  async function opensWithoutSigningUp(email: string, type: string) {
    const mails = await site.mailsTo(email)
    const opened = await site.verify(type, last(mails))
    expect(opened.status).toBe(200)
    expect(opened.body.user.user_metadata).not.toHaveProperty('display_name')
    expect(await profilesOf(email)).toEqual([])
    const { body, cookies } = opened
    await site.postProfile(body.user.id, email, 'Stranger')
    expect((await site.ask('GET', '/api/auth/profile', { cookie: cookies })).status).toBe(404)
    for (const mail of mails) expect((await site.verify('signup', mail)).status).toBe(403)
    const token = body.access_token
    const changed = await site.ask('PUT', '/auth/v1/user', { token, body: { password: OWNERS } })
    expect(changed.status).toBe(200)
    await site.ask('POST', '/api/auth/profile', {
      cookie: cookies,
      body: { ...FORM, email },
    })
    await expectOwners(email)
  }
})

describe.each([
  ['at once', 0],
  ['a minute later', 61],
])('the owner signs up first, a stranger %s', (_, wait) => {
  async function strangersMail(email: string) {
    const id = await ownerSignsUp(email)
    site.pass(wait)
    const strangersId = await strangerSignsUp(email)
    return { id, strangersId, mail: last(await site.mailsTo(email)) }
  }

  test('and the page of the mail names the account and asks for its password', async () => {
    const email = newAddress()
    const { id, strangersId, mail } = await strangersMail(email)
    const [own] = await site.mailsTo(email)
    expect((await site.describe(own ?? mail)).status).toBe(404)
    const described = await site.describe(mail, id)
    expect(described.headers['cache-control']).toBe('no-store')
    expect(described.body).toEqual({
      kind: 'sign_up',
      state: 'other_browser',
      masked_email: email.replace(/^v.*(.)@/, 'v•••$1@'),
      new_masked_email: null,
      signed_in_as: null,
      first_name: 'Stranger',
      last_name: 'Carter',
      asks: 'password',
      signed_up_at: site.now().toISOString(),
    })
    // The mail is opened in another browser than the stranger's, which made this sign-up.
    expect((await site.describe(mail, strangersId)).body.asks).toBe('nothing')
    expect((await site.checkPassword(mail, OWNERS)).body).toEqual({ is_right: false })
    expect((await site.checkPassword(mail, STRANGERS)).body).toEqual({ is_right: true })
  })

  test('and the owner discards it and signs up again, with a mail at once', async () => {
    const email = newAddress()
    const { strangersId, mail } = await strangersMail(email)
    for (let n = 0; n < 5; n++) await strangerSignsUp(email)
    const newest = last(await site.mailsTo(email))
    expect((await site.discard(mail)).status).toBe(404)
    expect((await site.discard(newest)).body).toEqual({ status: 'success' })
    expect(await isPending(strangersId)).toBe(false)
    for (const call of [site.describe, site.discard]) expect((await call(newest)).status).toBe(404)
    expect((await site.checkPassword(newest, STRANGERS)).status).toBe(404)
    expect((await site.verify('signup', newest)).status).toBe(403)

    await ownerSignsUp(email)
    expect((await site.verify('signup', last(await site.mailsTo(email)))).status).toBe(200)
    await expectOwners(email)
  })
})

describe('asking about a sign-up', () => {
  test('uses nothing up, whatever is asked', async () => {
    const email = newAddress()
    await ownerSignsUp(email)
    const mail = last(await site.mailsTo(email))
    for (let n = 0; n < 3; n++) await site.describe(mail)
    await site.checkPassword(mail, STRANGERS)
    expect((await site.verify('signup', mail)).status).toBe(200)
    await expectOwners(email)
  })

  test('counts attempts at its password as a sign-in does', async () => {
    const email = newAddress()
    await ownerSignsUp(email)
    const mail = last(await site.mailsTo(email))
    for (let n = 0; n < 5; n++) await site.checkPassword(mail, STRANGERS)
    const answer = await site.checkPassword(mail, OWNERS)
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('checks passwords and discards by the link of a sign-up alone', async () => {
    const email = newAddress()
    const { id } = await site.auth.createUser({ email, password: OWNERS })
    await site.ask('POST', '/auth/v1/recover', { body: { email } })
    const reset = last(await site.mailsTo(email))
    expect((await site.describe(reset)).body).toMatchObject({ kind: 'recovery', asks: 'nothing' })
    expect((await site.discard(reset)).status).toBe(404)
    expect((await site.checkPassword(reset, OWNERS)).status).toBe(404)
    expect((await site.rows('select id from auth.users where email = $1', [email]))[0].id).toBe(id)
  })

  test('asks nothing about an account that was made by a link to sign in', async () => {
    const email = newAddress()
    await site.ask('POST', '/auth/v1/otp', { body: { email } })
    const { body } = await site.describe(last(await site.mailsTo(email)))
    expect(body).toMatchObject({ asks: 'nothing', first_name: null, signed_up_at: null })
  })
})

describe('an unconfirmed sign-up', () => {
  test('is deleted with its profile after 24 hours, and no other account is', async () => {
    const [waiting, confirmed, made, invited] = [
      newAddress(),
      newAddress(),
      newAddress(),
      newAddress(),
    ]
    const id = await ownerSignsUp(waiting)
    await ownerSignsUp(confirmed)
    await site.verify('signup', last(await site.mailsTo(confirmed)))
    await site.administer('POST', '/admin/users', { email: made, password: OWNERS })
    await strangerSignsUp(invited)
    await site.administer('POST', '/invite', { email: invited })
    const accounts = async () => {
      const emails = [waiting, confirmed, made, invited]
      const found = await site.rows('select email from auth.users where email = any($1)', [emails])
      return found.map(({ email }) => email).sort()
    }
    site.pass(24 * 3_600 - 60)
    await site.auth.cleanUp()
    expect(await isPending(id)).toBe(true)
    expect(await accounts()).toHaveLength(4)
    site.pass(120)
    await Promise.all([site.auth.cleanUp(), site.auth.cleanUp()])
    expect(await isPending(id)).toBe(false)
    expect(await accounts()).toEqual([confirmed, made, invited].sort())
    expect(await profilesOf(confirmed)).toEqual(['Owner'])
  })

  test('does not replace an invitation or an account that an administrator made', async () => {
    const [made, invited] = [newAddress(), newAddress()]
    await site.administer('POST', '/admin/users', { email: made, password: OWNERS })
    await site.administer('POST', '/invite', { email: invited, data: { team: 'office' } })
    for (const email of [made, invited]) {
      const [before] = await site.rows('select id from auth.users where email = $1', [email])
      const strangersId = await strangerSignsUp(email)
      const [after] = await site.rows('select id from auth.users where email = $1', [email])
      expect(after).toEqual(before)
      expect(await isPending(strangersId)).toBe(false)
      expect((await site.signIn(email, STRANGERS)).body.code).toBe('invalid_credentials')
    }
  })
})

test('a profile that comes while its account is proven by other means comes to nothing', async () => {
  const email = newAddress()
  const { body } = await site.signUp(email, STRANGERS)
  await site.ask('POST', '/auth/v1/recover', { body: { email } })
  const reset = last(await site.mailsTo(email))
  const waiting = () => site.rows('select 1 from pg_locks where not granted')
  let opening: ReturnType<SignUpSite['verify']> | undefined
  await site.auth.holdUser?.(body.id, async (user, q) => {
    expect(user).toMatchObject({ email, confirmed: false })
    opening = site.verify('recovery', reset)
    await expect.poll(waiting, { timeout: 10_000 }).not.toEqual([])
    await savePendingProfile(site.deps, q, { userId: body.id, form: { ...FORM, email } })
  })
  const opened = await opening
  expect(opened?.status).toBe(200)
  expect(await isPending(body.id)).toBe(false)
  await site.postProfile(body.id, email, 'Stranger')
  expect(await isPending(body.id)).toBe(false)
})

const FORM: Omit<ProfileCreate, 'email'> = {
  first_name: 'Owner',
  last_name: 'Carter',
  gender: 'Male',
  date_of_birth: '1968-05-14',
  ethnicity: 'White - British',
  occupation: null,
  phone: '447700900118',
  home_address: '14 Sample Street, Colchester, CO1 1AA, United Kingdom',
}
