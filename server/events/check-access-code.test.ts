import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { openTestApp, type TestApp, type TestMember } from '../../test/app/test-app.ts'
import { isAccessCode } from './access-code.ts'
import { createAccessCodeCheck } from './check-access-code.ts'

const START = new Date('2027-01-12T09:00:00Z')
const MINUTE = 60_000
const CODE = 'LODGE2026'
let site: TestApp
let lodge: CharityEvent
let member: TestMember
let now = START
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  // Expire the rate-limit windows of earlier tests.
  now = new Date(now.getTime() + 60 * MINUTE)
  site.moveTo(now)
  lodge = await site.event({ accessCode: CODE })
  member = await site.member()
})

type Browser = { cookie: string } | undefined
type Answer = Awaited<ReturnType<TestApp['ask']>>

function check(access_code: string, as?: Browser, id: number | string = lodge.event_id) {
  const url = `/api/events/${id}/check-access-code`
  return site.ask('POST', url, { ...(as && { as }), body: { access_code } })
}

const anybody = () => ({
  eventId: lodge.event_id,
  code: 'wrong',
  visitorHash: Buffer.from('visitor'),
  userId: null,
  memberId: null,
  address: '192.0.2.1',
})

const later = (minutes: number) => site.moveTo(new Date(now.getTime() + minutes * MINUTE))

const slots = (as?: Browser) =>
  site.ask('GET', `/api/events/${lodge.event_id}/slots`, { ...(as && { as }) })

const hold = (as: Browser) =>
  site.ask('POST', `/api/events/${lodge.event_id}/holds`, {
    ...(as && { as }),
    body: { slot: '10:00' },
  })

const book = (as: Browser) =>
  site.ask('POST', '/api/appointments', {
    ...(as && { as }),
    body: { eventId: lodge.event_id, appointmentStartTime: '10:00' },
  })

function setCookie(answer: Answer): string {
  return [answer.headers['set-cookie']].flat().join()
}

function browserOf(answer: Answer, member?: TestMember): { cookie: string } {
  const [visitor = ''] = setCookie(answer).split(';')
  return { cookie: member ? `${member.cookie}; ${visitor}` : visitor }
}

async function rows(query: string) {
  return (await site.deps.database.db.execute(query)).rows
}

describe('the right access code', () => {
  test('lets a visitor see the times for 30 minutes', async () => {
    expect((await slots()).body.code).toBe('access_code_required')
    const answer = await check(` ${CODE} `)
    expect([answer.status, answer.body]).toEqual([200, { status: 'success' }])
    expect(answer.headers['cache-control']).toBe('no-store')
    const browser = browserOf(answer)
    later(30 - 1 / MINUTE)
    expect((await slots(browser)).body[lodge.event_date]).toBeDefined()
    later(30)
    expect(await slots(browser)).toMatchObject({
      status: 403,
      body: { code: 'access_code_required' },
    })
  })

  test.each(['lodge 2026', 'Lodge2026', 'L O D G E 2026'])('%s opens Lodge 2026', async (typed) => {
    const event = await site.event({ accessCode: 'Lodge 2026' })
    expect((await check(typed, undefined, event.event_id)).status).toBe(200)
    expect((await check('lodge-2026', undefined, event.event_id)).status).toBe(403)
  })

  test('matches as written where it was stored before case was ignored', async () => {
    const stored = await hash('Lodge 2026')
    expect(await isAccessCode(stored, ' Lodge 2026 ')).toBe(true)
    expect(await isAccessCode(stored, 'Lodge 2027')).toBe(false)
  })

  test('gives a cookie that no script reads and that ends by itself', async () => {
    const answer = await check(CODE)
    expect(setCookie(answer)).toMatch(
      /^visitor=[\w-]{22}\.[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  test('is on https in a cookie of that very host alone', async () => {
    const secure = await openTestApp({ now, settings: { publicUrl: 'https://example.org' } })
    const event = await secure.event({ accessCode: CODE })
    const url = `/api/events/${event.event_id}/check-access-code`
    const answer = await secure.ask('POST', url, { body: { access_code: CODE } })
    expect(setCookie(answer)).toMatch(/^__Host-visitor=.*; Path=\/; HttpOnly; Secure;/)
    await secure.close()
  })

  test('opens this event and no other', async () => {
    const browser = browserOf(await check(CODE))
    const other = await site.event({ accessCode: 'OTHER' })
    const times = await site.ask('GET', `/api/events/${other.event_id}/slots`, { as: browser })
    expect(times.body.code).toBe('access_code_required')
  })

  test('given before sign-in, it holds and books after it, and applies on the member’s phone', async () => {
    const browser = browserOf(await check(CODE), member)
    await site.consent(member, lodge)
    expect((await hold(member)).body.code).toBe('access_code_required')
    expect((await hold(browser)).status).toBe(201)
    expect((await slots(member)).status).toBe(200)
    expect((await book(member)).status).toBe(201)
  })

  test.each([
    ['the times', slots, 200],
    ['a booking', book, 201],
  ])('becomes the member’s by asking for %s in the same browser', async (_, ask, status) => {
    const browser = browserOf(await check(CODE), member)
    await site.consent(member, lodge)
    expect((await ask(browser)).status).toBe(status)
    expect((await slots(member)).status).toBe(200)
  })

  test('entered after sign-in, it applies at once to the member alone', async () => {
    await check(CODE, member)
    expect((await slots(member)).status).toBe(200)
    expect((await slots(await site.member())).status).toBe(403)
  })

  test('does not count as an attempt, however often it is entered', async () => {
    const browser = browserOf(await check(CODE))
    for (let n = 0; n < 12; n++) expect((await check(CODE, browser)).status).toBe(200)
  })

  test('is in the audit log, without the code', async () => {
    await check(CODE, member)
    const entries = await rows(
      `select * from audit_log where subject = 'event ${lodge.event_id}' order by id`,
    )
    expect(entries).toMatchObject([
      { action: 'access code accepted', actor_user_id: member.userId, member_id: member.id },
    ])
    expect(JSON.stringify(entries)).not.toContain(CODE)
  })
})

describe('a wrong access code', () => {
  test.each(['lodge2027', 'LODGE', 'x', '\u0000'])('(%j) opens nothing', async (code) => {
    const answer = await check(code)
    expect([answer.status, answer.body]).toEqual([
      403,
      { status: 'error', error: 'Invalid Access code', code: 'wrong_access_code' },
    ])
    expect((await slots(browserOf(answer))).status).toBe(403)
    expect(await rows(`select * from access_grants where event_id = ${lodge.event_id}`)).toEqual([])
  })

  test('is in the audit log, without the code', async () => {
    await check('SECRET-GUESS')
    const entries = await rows(
      `select * from audit_log where subject = 'event ${lodge.event_id}' order by id`,
    )
    expect(entries).toMatchObject([{ action: 'access code refused', actor_user_id: null }])
    expect(JSON.stringify(entries)).not.toContain('SECRET-GUESS')
  })

  test('trap 17: may be tried five times by a visitor in a quarter of an hour; then the right one waits too', async () => {
    const browser = browserOf(await check('wrong'))
    for (let n = 0; n < 4; n++) expect((await check('wrong', browser)).status).toBe(403)
    const before = await site.stored()
    for (const code of ['wrong', CODE]) {
      expect(await check(code, browser)).toMatchObject({
        status: 429,
        headers: { 'retry-after': '900' },
        body: { code: 'too_many_requests' },
      })
    }
    expect(await site.stored()).toEqual(before)
    later(15 - 1 / MINUTE)
    expect((await check(CODE, browser)).status).toBe(429)
    later(15)
    expect((await check(CODE, browser)).status).toBe(200)
  })

  test('counts for the account, whatever browser it is tried from', async () => {
    for (let n = 0; n < 5; n++) expect((await check('wrong', member)).status).toBe(403)
    expect((await check(CODE, member)).status).toBe(429)
    expect((await check(CODE)).status).toBe(200)
  })

  test('of others at the address do not block the right one, up to thirty', async () => {
    for (let n = 0; n < 29; n++) expect((await check('wrong')).status).toBe(403)
    expect((await check(CODE)).status).toBe(200)
    expect((await check('wrong')).status).toBe(403)
  })

  test('may be tried thirty times from one address for one event; afterwards no code is checked from there', async () => {
    for (let n = 0; n < 30; n++) expect((await check('wrong')).status).toBe(403)
    const before = await site.stored()
    expect((await check('wrong')).body).toEqual((await check(CODE)).body)
    expect((await check(CODE)).status).toBe(429)
    expect(await site.stored()).toEqual(before)
    const other = await site.event({ accessCode: CODE })
    expect((await check(CODE, undefined, other.event_id)).status).toBe(200)
  })

  test('is not tried more often by trying all at once', async () => {
    const other = createAccessCodeCheck(site.deps)
    const elsewhere = Array.from({ length: 30 }, (_, n) =>
      other({ ...anybody(), visitorHash: Buffer.from(`other ${n}`), address: '127.0.0.1' }).catch(
        (error: { reason: string }) => error.reason,
      ),
    )
    const answers = await Promise.all(Array.from({ length: 30 }, () => check('wrong')))
    const here = answers.map(({ body }) => body.code)
    const all = [...here, ...(await Promise.all(elsewhere))]
    const count = (code: string) => all.filter((one) => one === code).length
    expect([count('wrong_access_code'), count('too_many_requests')]).toEqual([30, 30])
  })

  test('of others do not block many visitors who enter the right one at the same moment', async () => {
    for (let n = 0; n < 29; n++) await check('wrong')
    const answers = await Promise.all(Array.from({ length: 30 }, () => check(CODE)))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect((await check('wrong')).status).toBe(403)
  })

  test('does not take the whole machine: the 33rd at once gets a time to try again', async () => {
    const checkOne = createAccessCodeCheck(site.deps)
    const asked = anybody()
    const tries = await Promise.allSettled(Array.from({ length: 40 }, () => checkOne(asked)))
    const reasons = tries.map((one) => (one.status === 'rejected' ? one.reason.reason : 'right'))
    expect(reasons.slice(32)).toEqual(Array(8).fill('busy'))
    expect(reasons.slice(0, 32)).not.toContain('busy')
    await expect(checkOne(asked)).rejects.toMatchObject({ reason: 'too_many_requests' })
  })

  test('without the counter can be tried without end', async () => {
    const own = await openTestApp({ now })
    await own.owner.execute(`create function forget() returns trigger language plpgsql as $$
      begin new.count := 0; return new; end $$`)
    await own.owner.execute(`create trigger forget before insert or update on rate_limits
      for each row execute function forget()`)
    const event = await own.event({ accessCode: CODE })
    const url = `/api/events/${event.event_id}/check-access-code`
    for (let n = 0; n < 32; n++) {
      const { status } = await own.ask('POST', url, { body: { access_code: 'wrong' } })
      expect(status).toBe(403)
    }
    await own.close()
  })
})

describe('a cookie of our making only', () => {
  test.each([
    ['another id', (cookie: string) => cookie.replace(/=./, '=~')],
    ['no signature', (cookie: string) => cookie.replace(/\..*/, '')],
    ['another signature', (cookie: string) => `${cookie.slice(0, -4)}AAAA`],
    ['more after it', (cookie: string) => `${cookie}.x`],
  ])('lets in: not one with %s', async (_, forge) => {
    const { cookie } = browserOf(await check(CODE))
    expect((await slots({ cookie })).status).toBe(200)
    expect((await slots({ cookie: forge(cookie) })).status).toBe(403)
  })
})

describe('nothing is to be checked', () => {
  test('at an event that is public, or that there is not', async () => {
    const open = await site.event()
    const before = await site.stored()
    for (const id of [open.event_id, 999_999, 'abc', 0]) {
      expect(await check(CODE, undefined, id)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    }
    expect(await site.stored()).toEqual(before)
  })

  test.each([{}, { access_code: '' }, { access_code: 7 }, { access_code: 'a'.repeat(101) }])(
    'in %j',
    async (body) => {
      const before = await site.stored()
      const url = `/api/events/${lodge.event_id}/check-access-code`
      expect((await site.ask('POST', url, { body })).status).toBe(400)
      expect(await site.stored()).toEqual(before)
    },
  )
})
