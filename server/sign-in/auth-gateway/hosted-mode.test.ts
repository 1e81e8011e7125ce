// The site's own handling of a hosted authentication service; user flows are in
// hosted-flows.test.ts.
import { GoTrueClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepsItsSecret, openHostedSite, type Visitor } from '../../../test/app/hosted-site.ts'
import { openHostedAuth } from './hosted-auth.ts'

const PASSWORD = 'heron-on-the-weir'
let site: Awaited<ReturnType<typeof openHostedSite>>
let people = 0

beforeAll(async () => {
  const settings = { GOTRUE_RATE_LIMIT_VERIFY: '2' }
  site = await openHostedSite({ settings, confirmEmail: false })
})
afterAll(() => site.close())

const FORM = {
  first_name: 'James',
  last_name: 'Carter',
  gender: 'Male',
  date_of_birth: '1968-05-14',
  ethnicity: 'White - British',
  occupation: null,
  phone: '447700900118',
  home_address: '14 Sample Street, Colchester, CO1 1AA, United Kingdom',
  nhs_number: '9990000018',
}

async function member() {
  people += 1
  const email = `man-${people}@example.org`
  const user = site.visitor()
  const { browser, client } = user
  const { error } = await client.signUp({ email, password: PASSWORD })
  if (error) throw error
  const made = await browser.ask('/api/auth/profile', {
    method: 'POST',
    payload: { ...FORM, email },
  })
  expect(made.statusCode).toBe(201)
  return { ...user, email }
}

const profile = async ({ browser }: Pick<Visitor, 'browser'>) =>
  (await browser.ask('/api/auth/profile')).statusCode

async function elsewhere(email: string) {
  const client = new GoTrueClient({
    url: site.service.url,
    persistSession: false,
    storageKey: email,
  })
  await client.signInWithPassword({ email, password: PASSWORD })
  return client
}

describe('with a hosted service', () => {
  test('a member signs up, in, refreshes, calls the site and signs out without seeing a refresh token', async () => {
    const user = await member()
    const { browser, client, email } = user
    expect(await profile(user)).toBe(200)
    const renewed = await client.refreshSession()
    expect(renewed.error).toBeNull()
    expect(await profile(user)).toBe(200)
    expect((await browser.ask('/auth/session')).json().user.email).toBe(email)
    expect((await client.signOut()).error).toBeNull()
    expect(await profile(user)).toBe(401)

    expect((await client.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
    expect(await profile(user)).toBe(200)
    expect(keepsItsSecret(user)).toBe(true)
  })

  test('a session that is ended there is ended here', async () => {
    const user = await member()
    expect(await profile(user)).toBe(200)
    await (await elsewhere(user.email)).signOut({ scope: 'others' })
    expect(await profile(user)).toBe(401)
    expect((await user.browser.ask('/auth/session')).statusCode).toBe(204)
    expect([...user.browser.jar.keys()]).toEqual(['device'])
  })

  test('the copy of all data has the account as the service returns it, and names what is stored there', async () => {
    const { browser, email } = await member()
    const answer = await browser.ask('/api/my-data')
    const data = answer.json()
    expect(answer.statusCode).toBe(200)
    expect(data.account).toMatchObject({ email, app_metadata: { provider: 'email' } })
    expect(data.identities).toMatchObject([{ provider: 'email' }])
    expect([data.sign_ins, data.account_log]).toEqual([[], []])
    expect(data.not_included.join()).toContain('The company that runs our sign-in service holds')
  })

  test('an account banned there is signed out here at once', async () => {
    const user = await member()
    const { id } = (await user.browser.ask('/auth/session')).json().user
    const headers = { authorization: `Bearer ${site.key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ ban_duration: '1h' })
    const banned = await fetch(`${site.service.url}/admin/users/${id}`, {
      method: 'PUT',
      headers,
      body,
    })
    expect(banned.status).toBe(200)
    expect(await profile(user)).toBe(401)
  })

  test('an address that was changed there comes to the profile, and is written once', async () => {
    const [user, other] = [await member(), await member()]
    const { id } = (await user.browser.ask('/auth/session')).json().user
    const headers = { authorization: `Bearer ${site.key}`, 'content-type': 'application/json' }
    const change = (email: string) =>
      fetch(`${site.service.url}/admin/users/${id}`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ email }),
      })
    const { pool } = site.deps.database
    const stored = async () => {
      const { rows } = await pool.query(
        `select email, xmin, xmax, (select count(*)::int from audit_log a where a.member_id = m.id
           and action = 'profile changed') as times from members m where user_id = $1`,
        [id],
      )
      return rows[0]
    }
    expect(await profile(user)).toBe(200)
    const before = await stored()
    expect(before).toMatchObject({ email: user.email, times: 0 })

    expect((await change('moved@example.org')).status).toBe(200)
    await Promise.all([profile(user), profile(user), profile(user)])
    const shown = await user.browser.ask('/api/auth/profile')
    expect(shown.json().userProfile.email).toBe('moved@example.org')
    const after = await stored()
    expect(after).toMatchObject({ email: 'moved@example.org', times: 1 })
    await profile(user)
    expect(await stored()).toEqual(after)

    // The service frees an address before the site sees its former owner's change.
    await pool.query(`update members set email = 'left@example.org' where email = $1`, [
      other.email,
    ])
    await change('left@example.org')
    expect(await profile(user)).toBe(200)
    expect(await stored()).toMatchObject({ email: 'left@example.org', times: 2 })
    expect(await profile(other)).toBe(200)
    const { rows } = await pool.query('select 1 from members where email = $1', [other.email])
    expect(rows).toHaveLength(1)
  })

  test('its words come through, and its administration does not', async () => {
    const { browser, client } = site.visitor()
    const wrong = await client.signInWithPassword({ email: 'x@example.org', password: 'no' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    const headers = { authorization: `Bearer ${site.key}` }
    for (const path of ['/admin/users', '/invite']) {
      const method = path === '/invite' ? 'POST' : 'GET'
      expect((await browser.ask(`/auth/v1${path}`, { method, headers })).statusCode).toBe(404)
    }
  })

  test('it counts each visitor alone, though all come from the site', async () => {
    const verify = async (remoteAddress: string) => {
      const payload = { type: 'recovery', token_hash: 'x' }
      const headers = { 'x-forwarded-for': '203.0.113.99' }
      const options = { method: 'POST', payload, remoteAddress, headers } as const
      return (await site.visitor().browser.ask('/auth/v1/verify', options)).statusCode
    }
    expect([await verify('198.51.100.1'), await verify('198.51.100.1')]).toEqual([403, 403])
    expect(await verify('198.51.100.1')).toBe(429)
    expect(await verify('198.51.100.2')).toBe(403)
  })

  test('with confirmation the site finds accounts that have signed up and not confirmed yet', async () => {
    const headers = { authorization: `Bearer ${site.key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'waiting@example.org' })
    const answer = await fetch(`${site.service.url}/admin/users`, { method: 'POST', headers, body })
    const { id } = await answer.json()
    const auth = openHostedAuth({ url: site.service.url, key: site.key, confirmEmail: true })
    const found = await auth.findUser?.(id)
    expect(found).toMatchObject({ email: 'waiting@example.org', confirmed: false })
  })
})

test('while the service is unavailable nobody is signed out for it', async () => {
  const user = await member()
  await site.service.stop()
  expect(await profile(user)).toBeGreaterThanOrEqual(500)
  expect((await user.browser.ask('/auth/session')).statusCode).toBeGreaterThanOrEqual(500)
  expect([...user.browser.jar.keys()].sort()).toEqual(['at', 'device', 'rt', 'signed_in'])
})
