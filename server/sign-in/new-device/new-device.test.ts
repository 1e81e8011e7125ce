import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { countUnfinished } from '../../../test/storms/mail/mail-storm.queries.ts'
import { until } from '../../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let member: TestMember
let days = 0
beforeAll(async () => {
  site = await openTestApp({ now: START, settings: { newDeviceCode: true } })
})
afterAll(() => site.close())
beforeEach(async () => {
  days += 2
  site.moveTo(new Date(START.getTime() + days * 1_440 * MINUTE_MS))
  member = await site.member()
})

/** A browser that is signed in as this member and keeps what it is given. */
function browser(as: TestMember) {
  const jar = new Map<string, string>()
  return {
    jar,
    async ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
      const kept = [...jar].map(([name, value]) => `${name}=${value}`)
      const answer = await site.app.inject({
        method,
        url,
        headers: { 'sec-fetch-site': 'same-origin', cookie: [as.cookie, ...kept].join('; ') },
        ...(payload && { payload }),
      })
      for (const { name, value, maxAge } of answer.cookies)
        if (maxAge === 0 || value === '') jar.delete(name)
        else jar.set(name, value)
      const isJson = String(answer.headers['content-type']).includes('json')
      return { status: answer.statusCode, body: isJson ? answer.json() : {} }
    },
  }
}

async function codeOf({ email }: { email: string }): Promise<string> {
  await until(async () => expect(await countUnfinished(site.deps.database.db)).toBe(0))
  const mail = site.mails.findLast(({ to }) => to === email)
  return /Your code is (\d{6})/.exec(mail?.text ?? '')?.[1] ?? ''
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a device that is new to an account', () => {
  test('shows no result, NHS number or address, also by the copy and the letter, until it has the code', async () => {
    const at = browser(member)
    const doors = [
      ['GET', '/api/auth/profile'],
      ['PUT', `/api/auth/profile?email=${member.email}`],
      ['GET', `/api/medical/results/${member.id}`],
      ['GET', `/api/medical/results/${member.id}/1`],
      ['GET', `/api/medical/results/${member.id}/1/letter`],
      ['PUT', `/api/medical/results/${member.id}/1/gp-appointment`],
      ['GET', '/api/recall'],
      ['GET', '/api/my-data'],
      ['GET', '/api/my-data/result-views'],
      ['GET', '/api/my-data/sign-ins'],
      ['POST', '/api/my-data/erasure-request'],
    ] as const
    for (const [method, url] of doors) {
      const { status, body } = await at.ask(method, url, method === 'PUT' ? {} : undefined)
      expect([url, status, body.code]).toEqual([url, 403, 'new_device'])
    }
    expect((await at.ask('POST', '/api/new-device/code')).status).toBe(200)
    const code = await codeOf(member)
    expect((await at.ask('POST', '/api/new-device', { code })).status).toBe(200)
    expect((await at.ask('GET', '/api/auth/profile')).status).toBe(200)
    expect((await at.ask('GET', `/api/medical/results/${member.id}`)).status).toBe(200)
    expect((await at.ask('GET', '/api/my-data')).status).toBe(200)
  })

  test('is known for a year, and only to that account', async () => {
    const other = await site.member()
    const at = browser(member)
    await at.ask('POST', '/api/new-device/code')
    await at.ask('POST', '/api/new-device', { code: await codeOf(member) })
    const sameBrowser = browser(other)
    for (const [name, value] of at.jar) sameBrowser.jar.set(name, value)
    expect((await sameBrowser.ask('GET', '/api/auth/profile')).status).toBe(403)
    expect([...at.jar.keys()]).toEqual(['device'])
  })

  test('accepts five tries at a code and then no more, and none of another browser or after ten minutes', async () => {
    const at = browser(member)
    await at.ask('POST', '/api/new-device/code')
    const code = await codeOf(member)
    const elsewhere = browser(member)
    expect((await elsewhere.ask('POST', '/api/new-device', { code })).body.code).toBe(
      'wrong_device_code',
    )
    await elsewhere.ask('POST', '/api/new-device/code')
    expect((await elsewhere.ask('POST', '/api/new-device', { code })).status).toBe(403)
    for (let n = 0; n < 5; n++) {
      const { status, body } = await at.ask('POST', '/api/new-device', { code: wrongOf(code) })
      expect([status, body.code]).toEqual([403, 'wrong_device_code'])
    }
    expect((await at.ask('POST', '/api/new-device', { code })).status).toBe(429)

    const late = browser(member)
    await late.ask('POST', '/api/new-device/code')
    const itsCode = await codeOf(member)
    site.moveTo(new Date(site.deps.now().getTime() + 10 * MINUTE_MS))
    expect((await late.ask('POST', '/api/new-device', { code: itsCode })).status).toBe(403)
  })

  test('has five codes an hour mailed, whoever asks', async () => {
    const statuses = []
    for (let n = 0; n < 6; n++)
      statuses.push((await browser(member).ask('POST', '/api/new-device/code')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('gets no code of an account that is not signed in', async () => {
    const nobody = browser({ ...member, cookie: '' })
    expect((await nobody.ask('POST', '/api/new-device/code')).status).toBe(401)
    expect((await nobody.ask('POST', '/api/new-device', { code: '123456' })).status).toBe(401)
  })

  test('is not asked where the setting is off', async () => {
    const off = await openTestApp({ now: START })
    const man = await off.member()
    expect((await off.ask('GET', '/api/auth/profile', { as: man })).status).toBe(200)
    await off.close()
  })
})
