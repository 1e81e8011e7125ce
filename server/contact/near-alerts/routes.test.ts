import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../../domain/durations.ts'
import { NEAR_ALERT_WORDS } from '../../../domain/near-alerts.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

const NOW = new Date('2027-01-12T09:00:00Z')
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: NOW })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.deps.database.db.execute('delete from near_alerts')
  await site.deps.database.db.execute('delete from rate_limits')
  site.mails.length = 0
  site.moveTo(NOW)
  tests += 1
  email = `james-${tests}@example.org`
  asked = { email: ` James-${tests}@Example.org`, location: 'cm14ab', miles: '20' }
})

let tests = 0
let email: string
let asked: Record<string, string>

function press(url: string, fields: Record<string, string> = {}, of: TestApp = site) {
  return of.app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    payload: new URLSearchParams(fields).toString(),
  })
}

async function landing(url: string, fields: Record<string, string> = {}) {
  const { statusCode, headers } = await press(url, fields)
  return [statusCode, headers.location]
}

const ask = (more: Record<string, string> = {}) => landing('/tell-me', { ...asked, ...more })

async function alerts() {
  const { rows } = await site.deps.database.db.execute(
    `select email, place, latitude, longitude, miles, state, wording, confirmed_at, left_at
      from near_alerts order by email`,
  )
  return rows
}

async function mailAbout(subject: string) {
  const mail = await until(() => {
    const found = site.mails.find((one) => one.to === email && one.subject.includes(subject))
    expect(found).toBeDefined()
    return found
  })
  const link = (purpose: string) =>
    new RegExp(`http://localhost:3000(/tell-me/${purpose}\\?token=\\S+)`).exec(
      mail?.text ?? '',
    )?.[1] ?? 'none'
  return { ...mail, confirm: link('confirm'), leave: link('leave') }
}

async function confirmed() {
  await ask()
  const { confirm } = await mailAbout('Please confirm')
  await press(confirm)
  return mailAbout('We will tell you')
}

describe('an alert', () => {
  test('waits until the owner of the address confirms it, and keeps no street', async () => {
    expect(await ask()).toEqual([303, '/tell-me/sent'])
    expect(await alerts()).toEqual([
      {
        email,
        place: 'CM1 4',
        latitude: expect.closeTo(51.74, 1),
        longitude: expect.closeTo(0.46, 1),
        miles: 20,
        state: 'pending',
        wording: NEAR_ALERT_WORDS,
        confirmed_at: null,
        left_at: null,
      },
    ])
    const [row] = await alerts()
    expect(Number(row?.latitude)).toBe(Math.round(Number(row?.latitude) * 100) / 100)
    const { confirm } = await mailAbout('Please confirm')
    const before = await site.stored()
    await site.app.inject({ method: 'GET', url: confirm })
    expect(await site.stored()).toEqual(before)
    expect(await landing(confirm)).toEqual([303, '/tell-me/confirmed'])
    expect(await landing(confirm)).toEqual([303, '/tell-me/confirmed'])
    expect((await mailAbout('We will tell you')).text).toContain('within 20 miles of CM1 4,')
    expect(site.mails.filter(({ to }) => to === email)).toHaveLength(2)
  })

  test('ends by the link of any mail, which deletes its place, and may begin again', async () => {
    const { leave } = await confirmed()
    expect(await landing(leave)).toEqual([303, '/tell-me/left'])
    expect(await alerts()).toMatchObject([
      { state: 'left', place: null, latitude: null, longitude: null },
    ])
    expect(await landing(leave)).toEqual([303, '/tell-me/left'])
    const { confirm } = await mailAbout('Please confirm')
    expect(await landing(confirm)).toEqual([303, '/tell-me/link-over'])
    await ask({ location: 'Leeds', miles: '10' })
    expect(await landing(confirm)).toEqual([303, '/tell-me/confirmed'])
    expect(await alerts()).toMatchObject([{ state: 'confirmed', place: 'Leeds', miles: 10 }])
  })

  test('also ends by the mail program, without origin and without redirects', async () => {
    const { unsubscribe = '' } = await confirmed()
    const { statusCode } = await site.app.inject({
      method: 'POST',
      url: unsubscribe.replace('http://localhost:3000', ''),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(statusCode).toBe(200)
    expect(await alerts()).toMatchObject([{ state: 'left' }])
  })

  test('of a confirmed address is not changed by another request', async () => {
    await confirmed()
    const before = await alerts()
    expect(await ask({ location: 'Leeds', miles: '30' })).toEqual([303, '/tell-me/sent'])
    const { text } = await mailAbout('You already have')
    expect(text).not.toContain('Leeds')
    expect(await alerts()).toEqual(before)
  })

  test('has the same answer and the same steps for a new, pending, known and former address', async () => {
    const seen: { steps: string[]; answer: unknown }[] = []
    const look = async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const { statusCode, body, headers } = await press('/tell-me', asked)
      const steps = query.mock.calls
        .map(([sent]) => (typeof sent === 'string' ? sent : String(Object(sent).text)))
        .filter((text) => /near_alerts|rate_limits|insert into jobs/i.test(text))
      query.mockRestore()
      const { date: _, ...told } = headers
      seen.push({ steps, answer: { statusCode, body, told } })
    }
    await look()
    await look()
    await press((await mailAbout('Please confirm')).confirm)
    await look()
    await press((await mailAbout('We will tell you')).leave)
    await site.deps.database.db.execute('delete from rate_limits')
    await look()
    expect(seen[0]?.steps.length).toBeGreaterThanOrEqual(4)
    for (const one of seen) expect(one).toEqual(seen[0])
  })

  test('is on record with its words and times, without address and place', async () => {
    await press((await confirmed()).leave)
    const { rows } = await site.deps.database.db.execute(
      `select action, details from audit_log where subject like 'near alert %' order by id desc limit 2`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['near alert left', 'near alert confirmed'])
    const details = { wording: NEAR_ALERT_WORDS, askedAt: NOW.toISOString() }
    for (const row of rows) expect(row.details).toEqual(details)
  })

  test('can no longer be confirmed after seven days', async () => {
    await ask()
    const { confirm } = await mailAbout('Please confirm')
    site.moveTo(new Date(NOW.getTime() + 7 * DAY_MS))
    expect(await landing(confirm)).toEqual([303, '/tell-me/link-over'])
    expect(await alerts()).toMatchObject([{ state: 'pending' }])
  })

  test('sends an address no more than three mails a day', async () => {
    for (let n = 0; n < 6; n++) expect(await ask()).toEqual([303, '/tell-me/sent'])
    await ask({ email: 'last@example.org' })
    await until(() => expect(site.mails.map(({ to }) => to)).toContain('last@example.org'))
    expect(site.mails.filter(({ to }) => to === email)).toHaveLength(3)
  })

  test('is not asked for from one address without end', async () => {
    const limited = await openTestApp({ settings: { rateLimitScale: 1 } })
    const send = (n: number) =>
      press('/tell-me', { ...asked, email: `man-${n}@example.org` }, limited)
    for (let n = 0; n < 30; n++) expect((await send(n)).statusCode).toBe(303)
    const before = await limited.stored()
    expect((await send(31)).statusCode).toBe(429)
    expect(await limited.stored()).toEqual(before)
    await limited.close()
  })
})

test.each([
  [{ location: 'Atlantis' }, '/tell-me?location=Atlantis&miles=20&problem=location'],
  [{ location: '' }, '/tell-me?location=&miles=20&problem=location'],
  [{ email: 'james' }, '/tell-me?location=cm14ab&miles=20&problem=email'],
  [
    { email: 'a@example.org\nBcc: b@example.org' },
    '/tell-me?location=cm14ab&miles=20&problem=email',
  ],
  [
    { email: '', location: '?', miles: '7' },
    '/tell-me?location=%3F&miles=20&problem=location%2Cemail',
  ],
])('%j leads back to the form, and nothing is kept', async (odd, form) => {
  const before = await site.stored()
  expect(await ask(odd)).toEqual([303, form])
  expect(await site.stored()).toEqual(before)
})

describe('a link that is not ours', () => {
  test('changes nothing', async () => {
    const { leave } = await confirmed()
    const token = leave.split('token=')[1] ?? ''
    const before = await site.stored()
    for (const wrong of ['', 'x', '.', `${token}x`, `${token}.x`, token.split('.')[0] ?? ''])
      expect(await landing(`/tell-me/leave?token=${wrong}`)).toEqual([303, '/tell-me/link-over'])
    expect(await site.stored()).toEqual(before)
  })

  test('and one to leave, or of the newsletter, confirms nothing', async () => {
    await ask()
    const { leave } = await mailAbout('Please confirm')
    expect(await landing(leave.replace('leave', 'confirm'))).toEqual([303, '/tell-me/link-over'])
    expect(await landing(leave.replace('tell-me/leave', 'newsletter/unsubscribe'))).toEqual([
      303,
      '/newsletter/link-over',
    ])
    expect(await alerts()).toMatchObject([{ state: 'pending' }])
  })

  test('a confirmation from another site is refused', async () => {
    await ask()
    const { confirm: url } = await mailAbout('Please confirm')
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'cross-site',
    }
    const sent = await site.app.inject({ method: 'POST', url, headers, payload: '' })
    expect(sent.statusCode).toBe(403)
  })
})
