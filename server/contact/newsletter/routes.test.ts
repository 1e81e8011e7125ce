import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../../domain/durations.ts'
import { NEWSLETTER_WORDS } from '../../../domain/newsletter.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

const NOW = new Date('2027-01-12T09:00:00Z')
let site: TestApp
beforeAll(async () => {
  site = await openTestApp({ now: NOW })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.deps.database.db.execute('delete from newsletter_subscriptions')
  await site.deps.database.db.execute('delete from rate_limits')
  site.mails.length = 0
  site.moveTo(NOW)
  tests += 1
  email = `james-${tests}@example.org`
  asked = { name: 'James', email: ` James-${tests}@Example.org`, hear_about_event: true }
})

let tests = 0
let email: string
let asked: { name: string; email: string; hear_about_event: boolean }
const subscribe = (body: object = asked) => site.ask('POST', '/api/subscriptions', { body })

async function subscriptions() {
  const { rows } = await site.deps.database.db.execute(
    `select email, name, hear_about_event, state, wording, asked_at, confirmed_at, left_at
      from newsletter_subscriptions order by email`,
  )
  return rows
}

async function mailAbout(subject: string) {
  const found = await until(() => {
    const mail = site.mails.find((one) => one.to === email && one.subject.includes(subject))
    expect(mail).toBeDefined()
    return mail
  })
  const link = (purpose: string) =>
    new RegExp(`http://localhost:3000(/newsletter/${purpose}\\?token=\\S+)`).exec(
      found?.text ?? '',
    )?.[1] ?? 'none'
  return { ...found, confirm: link('confirm'), leave: link('unsubscribe') }
}

const press = (
  url: string,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) =>
  site.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: '',
  })

async function confirmed() {
  await subscribe()
  const mail = await mailAbout('Please confirm')
  await press(mail.confirm)
  return mailAbout('You are subscribed')
}

describe('trap 31: a subscription', () => {
  test('waits until the owner of the address confirms it', async () => {
    expect(await subscribe()).toMatchObject({ status: 200, body: { status: 'success' } })
    expect(await subscriptions()).toEqual([
      {
        email,
        name: 'James',
        hear_about_event: true,
        state: 'pending',
        wording: NEWSLETTER_WORDS,
        confirmed_at: null,
        left_at: null,
        asked_at: expect.anything(),
      },
    ])
    const { confirm } = await mailAbout('Please confirm')
    const before = await site.stored()
    await site.app.inject({ method: 'GET', url: confirm })
    await site.app.inject({ method: 'HEAD', url: confirm })
    expect(await site.stored()).toEqual(before)
    const answer = await press(confirm)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/newsletter/confirmed'])
    expect(await subscriptions()).toMatchObject([{ state: 'confirmed' }])
    expect((await press(confirm)).headers.location).toBe('/newsletter/confirmed')
    await mailAbout('You are subscribed')
    expect(site.mails.filter(({ to }) => to === email)).toHaveLength(2)
  })

  test('is on record with its words and times, without naming anyone', async () => {
    const { leave } = await confirmed()
    await press(leave)
    const { rows } = await site.deps.database.db.execute(
      `select action, subject, details from audit_log where subject like 'subscription %' order by id desc limit 2`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['newsletter left', 'newsletter confirmed'])
    const details = { wording: NEWSLETTER_WORDS, askedAt: NOW.toISOString() }
    for (const row of rows) expect(row.details).toEqual(details)
    expect(JSON.stringify(rows)).not.toContain('example.org')
  })

  test('mails nothing that was typed to a stranger', async () => {
    const advert = await subscribe({ ...asked, name: 'You have won https://evil.example' })
    expect([advert.status, advert.body.code]).toEqual([400, 'invalid_request'])
    await subscribe({ ...asked, name: 'You have won' })
    const { text, subject } = await mailAbout('Please confirm')
    expect(`${subject} ${text}`).not.toContain('won')
  })

  test('gets no more than three mails a day, however often it is asked for', async () => {
    for (let n = 0; n < 6; n++) expect((await subscribe()).status).toBe(200)
    await subscribe({ ...asked, email: 'last@example.org' })
    await until(() => expect(site.mails.map(({ to }) => to)).toContain('last@example.org'))
    expect(site.mails.filter(({ to }) => to === email)).toHaveLength(3)
    site.moveTo(new Date(NOW.getTime() + DAY_MS + 1))
    await subscribe()
    const mine = () => site.mails.filter(({ to }) => to === email)
    await until(() => expect(mine()).toHaveLength(4))
  })

  test('has the same response and the same steps for a new, pending, known and former address', async () => {
    const seen: { steps: string[]; answer: unknown }[] = []
    const look = async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const { status, body, headers } = await subscribe()
      const steps = query.mock.calls.map(([asked]) => textOf(asked)).filter(isOfSubscribing)
      query.mockRestore()
      const { date: _, ...told } = headers
      seen.push({ steps, answer: { status, body, told } })
    }
    await look()
    await look()
    const { confirm } = await mailAbout('Please confirm')
    await press(confirm)
    const { leave } = await mailAbout('You are subscribed')
    await look()
    await press(leave)
    await site.deps.database.db.execute('delete from rate_limits')
    await look()
    expect(seen[0]?.steps.length).toBeGreaterThanOrEqual(4)
    for (const one of seen) expect(one).toEqual(seen[0])
  })

  test('of a confirmed address is not changed by another sign-up', async () => {
    await confirmed()
    const before = await subscriptions()
    await subscribe({ name: 'Mallory', email, hear_about_event: false })
    const { text, unsubscribe } = await mailAbout('You already get')
    expect(text).not.toContain('Mallory')
    expect(unsubscribe).toContain('/newsletter/unsubscribe?token=')
    expect(await subscriptions()).toEqual(before)
  })

  test('ends when its link is over', async () => {
    await subscribe()
    const { confirm } = await mailAbout('Please confirm')
    site.moveTo(new Date(NOW.getTime() + 7 * DAY_MS))
    expect((await press(confirm)).headers.location).toBe('/newsletter/link-over')
    expect(await subscriptions()).toMatchObject([{ state: 'pending' }])
  })

  test('is not asked for from one address without end', async () => {
    const limited = await openTestApp({ settings: { rateLimitScale: 1 } })
    const ask = (n: number) =>
      limited.ask('POST', '/api/subscriptions', {
        body: { ...asked, email: `man-${n}@example.org` },
      })
    for (let n = 0; n < 30; n++) expect((await ask(n)).status).toBe(200)
    const before = await limited.stored()
    expect((await ask(31)).status).toBe(429)
    expect(await limited.stored()).toEqual(before)
    await limited.close()
  })
})

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String(Object(query).text)
}

function isOfSubscribing(text: string): boolean {
  return /newsletter_subscriptions|rate_limits|insert into jobs/i.test(text)
}

describe('unsubscribing', () => {
  test('needs one press, and may come back', async () => {
    const { leave } = await confirmed()
    const answer = await press(leave)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/newsletter/unsubscribed'])
    expect(await subscriptions()).toMatchObject([{ state: 'left' }])
    expect((await press(leave)).headers.location).toBe('/newsletter/unsubscribed')
    const { confirm } = await mailAbout('Please confirm')
    expect((await press(confirm)).headers.location).toBe('/newsletter/link-over')
    await subscribe()
    expect((await press(confirm)).headers.location).toBe('/newsletter/confirmed')
  })

  test('also leaves by the mail program, without origin and without redirects', async () => {
    const { unsubscribe = '' } = await confirmed()
    const answer = await site.app.inject({
      method: 'POST',
      url: unsubscribe.replace('http://localhost:3000', ''),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(answer.statusCode).toBe(200)
    expect(await subscriptions()).toMatchObject([{ state: 'left' }])
  })

  test('may leave before confirming', async () => {
    await subscribe()
    const { leave } = await mailAbout('Please confirm')
    expect((await press(leave)).headers.location).toBe('/newsletter/unsubscribed')
    expect(await subscriptions()).toMatchObject([{ state: 'left', confirmed_at: null }])
  })
})

describe('a link that is not ours', () => {
  test('changes nothing', async () => {
    const { leave } = await confirmed()
    const token = leave.split('token=')[1] ?? ''
    const before = await site.stored()
    const odd = [
      ...[
        '',
        'x',
        '.',
        `${token}x`,
        token.replace(/^./, (first) => (first === '0' ? '1' : '0')),
        `${token}.x`,
      ],
      token.split('.')[0] ?? '',
    ]
    for (const wrong of odd) {
      const answer = await press(`/newsletter/unsubscribe?token=${wrong}`)
      expect([wrong, answer.headers.location]).toEqual([wrong, '/newsletter/link-over'])
    }
    expect(await site.stored()).toEqual(before)
  })

  test('and one to leave confirms nothing', async () => {
    await subscribe()
    const { leave } = await mailAbout('Please confirm')
    const answer = await press(leave.replace('unsubscribe', 'confirm'))
    expect(answer.headers.location).toBe('/newsletter/link-over')
  })

  test('a confirmation from another site is refused', async () => {
    await subscribe()
    const { confirm } = await mailAbout('Please confirm')
    expect((await press(confirm, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect(await subscriptions()).toMatchObject([{ state: 'pending' }])
  })
})

describe('typed values', () => {
  const BOTH = 'Please provide both name and email.'
  const ADDRESS = 'Enter an email address, for example name@example.org.'
  test.each([
    [{ name: ' ' }, BOTH],
    [{ email: '' }, BOTH],
    [{ name: '\u0000' }, BOTH],
    [{ email: 'james' }, ADDRESS],
    [{ email: 'a@example.org\nBcc: b@example.org' }, ADDRESS],
  ])('%j is refused and not kept', async (odd, error) => {
    const before = await site.stored()
    expect(await subscribe({ ...asked, ...odd })).toMatchObject({ status: 400, body: { error } })
    expect(await site.stored()).toEqual(before)
  })
})

describe('without script', () => {
  const sendPlain = (fields: Record<string, string>) =>
    site.app.inject({
      method: 'POST',
      url: '/api/subscriptions',
      headers: {
        'sec-fetch-site': 'same-origin',
        accept: 'text/html,*/*',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(fields).toString(),
    })

  test('the form leads to a page with the outcome', async () => {
    const right = { name: 'James', email: 'james@example.org', hear_about_event: 'true' }
    const sent = await sendPlain(right)
    expect([sent.statusCode, sent.headers.location]).toEqual([303, '/newsletter/sent'])
    expect(await subscriptions()).toMatchObject([{ state: 'pending', hear_about_event: true }])
    const empty = await sendPlain({ ...right, name: ' ' })
    expect([empty.statusCode, empty.headers.location]).toEqual([303, '/newsletter/problem'])
  })
})
