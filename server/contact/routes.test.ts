import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactMessages, mailWith, sendPlainForm } from '../../test/app/contact-form.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'

const FORM = '/forms/p/charity/f/contact'
const whole = {
  'first-name': 'James',
  'last-name': 'Marlow',
  email: 'James@Example.org',
  'phone-number': '07700 900118',
  message: '',
}

let site: TestApp
let tests = 0
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.deps.database.db.execute('delete from contact_messages')
  tests += 1
  whole.message = `Question ${tests}: is there parking?\r\n\r\nThank you`
})

const mailToOffice = () => mailWith(site, `Question ${tests}:`)

const send = (body: object, headers: Record<string, string> = {}, url = FORM) =>
  site.ask('POST', url, { body, headers: { accept: 'application/json', ...headers } })

const sessionOf = (loadedMsAgo: number, webdriver = false) =>
  Buffer.from(
    JSON.stringify({ loadedAt: site.deps.now().getTime() - loadedMsAgo, webdriver }),
  ).toString('base64')

const messages = () => contactMessages(site)

async function multipart(fields: Record<string, string | Blob>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const sent = new Response(form)
  return {
    payload: Buffer.from(await sent.arrayBuffer()),
    type: sent.headers.get('content-type') ?? '',
  }
}

async function sendMultipart(fields: Record<string, string | Blob>) {
  const { payload, type } = await multipart(fields)
  const headers = {
    'sec-fetch-site': 'same-origin',
    accept: 'application/json',
    'content-type': type,
  }
  return site.app.inject({ method: 'POST', url: FORM, headers, payload })
}

const sendPlain = (fields: Record<string, string>) => sendPlainForm(site, { url: FORM, fields })

describe('trap 32: a message', () => {
  test('is stored and mailed to the office, with the sender as Reply-To', async () => {
    const { payload, type } = await multipart(whole)
    const answer = await site.app.inject({
      method: 'POST',
      url: FORM,
      headers: {
        'sec-fetch-site': 'same-origin',
        accept: 'application/json',
        'content-type': type,
        'formspree-client': '@formspree/core@4.0.0',
        'formspree-session-data': sessionOf(60_000),
      },
      payload,
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { next: '/contact-us?sent=1', ok: true },
    ])
    expect(await messages()).toEqual([
      {
        first_name: 'James',
        email: 'james@example.org',
        state: 'received',
        message: `Question ${tests}: is there parking?\n\nThank you`,
        held_because: null,
      },
    ])
    const mail = await mailToOffice()
    expect(mail).toMatchObject({
      to: 'office@example.org',
      replyTo: 'james@example.org',
      subject: 'Enquiry from James Marlow',
    })
    expect(mail?.text).toContain('is there parking?\n\nThank you')
  })

  test('survives an unavailable mail server', async () => {
    const { mail } = site.deps
    const works = mail.send
    let tries = 0
    mail.send = async () => {
      tries += 1
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    expect((await send(whole)).status).toBe(200)
    await until(() => expect(tries).toBeGreaterThan(0))
    expect(await messages()).toHaveLength(1)
    mail.send = works
    expect(await mailToOffice()).toBeDefined()
  })

  test('is neither stored nor mailed when either fails', async () => {
    const { jobs } = site.deps
    const works = jobs.enqueue
    jobs.enqueue = async () => {
      throw new Error('no queue')
    }
    expect((await send(whole)).status).toBe(500)
    jobs.enqueue = works
    expect(await messages()).toEqual([])
  })

  test('adds no line to the head of a mail', async () => {
    await send({ ...whole, 'first-name': 'James\r\nBcc: everyone', 'last-name': 'M' })
    expect((await mailToOffice())?.subject).toBe('Enquiry from James Bcc: everyone M')
    const before = await site.stored()
    const email = 'james@example.org\r\nBcc: everyone@example.org'
    expect((await send({ ...whole, email })).body.errors).toMatchObject([{ code: 'TYPE_EMAIL' }])
    expect(await site.stored()).toEqual(before)
  })

  test('brings no files', async () => {
    const before = await site.stored()
    const file = new File(['MZ'], 'invoice.exe')
    const answer = await sendMultipart({ ...whole, message: file })
    expect([answer.statusCode, answer.json().errors]).toMatchObject([
      400,
      [{ code: 'NO_FILE_UPLOADS' }],
    ])
    expect(await site.stored()).toEqual(before)
  })

  test('with the hidden box filled in, perhaps by the browser, is marked for the office, and not lost', async () => {
    const answer = await send({ ...whole, _gotcha: 'Essex' })
    expect([answer.status, answer.body.ok]).toEqual([200, true])
    expect(await messages()).toMatchObject([
      { state: 'held', held_because: 'a hidden box was filled in' },
    ])
    expect((await mailToOffice())?.subject).toBe('Please check: enquiry from James Marlow')
  })

  test.each([
    ['filled in within two seconds', () => sessionOf(1_500), /two seconds/],
    ['by a controlled browser', () => sessionOf(60_000, true), /controlled by a program/],
    ['with a header that is none', () => '%%%', /when it was opened/],
  ])('%s is held: marked for the office, and not lost', async (_, header, why) => {
    expect((await send(whole, { 'formspree-session-data': header() })).status).toBe(200)
    expect(await messages()).toMatchObject([
      { state: 'held', held_because: expect.stringMatching(why) },
    ])
    const mail = await mailToOffice()
    expect(mail?.subject).toBe('Please check: enquiry from James Marlow')
    expect(mail?.text).toMatch(why)
  })
})

test('trap 32: an address may send ten messages in an hour', async () => {
  const limited = await openTestApp({ settings: { rateLimitScale: 1 } })
  const ask = () => limited.ask('POST', FORM, { body: whole })
  for (let n = 0; n < 10; n++) expect((await ask()).status).toBe(200)
  const before = await limited.stored()
  const refused = await ask()
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    ...[429, 'too_many_requests', '3600'],
  ])
  expect(await limited.stored()).toEqual(before)
  limited.moveTo(new Date(limited.deps.now().getTime() + 3_600_001))
  expect((await ask()).status).toBe(200)
  await limited.close()
})

test('strangers who write in the name of an address keep nobody from writing', async () => {
  const limited = await openTestApp({ settings: { rateLimitScale: 1 } })
  const sendFrom = async (remoteAddress: string) => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const asked = { method: 'POST', url: FORM, headers, payload: whole, remoteAddress } as const
    return (await limited.app.inject(asked)).statusCode
  }
  const answers: number[] = []
  for (let n = 0; n < 120; n++) answers.push(await sendFrom(`2001:db8:${n}::1`))
  expect(answers.every((status) => status === 200)).toBe(true)
  expect(await sendFrom('198.51.100.7')).toBe(200)
  const ofBlock: number[] = []
  for (let n = 0; n < 50; n++) ofBlock.push(await sendFrom(`2001:db8:ffff:${n}00::1`))
  expect(ofBlock.filter((status) => status === 200)).toHaveLength(40)
  await limited.close()
})

test('an address may send forty messages in a day', async () => {
  const limited = await openTestApp({ settings: { rateLimitScale: 1 } })
  const answers: number[] = []
  for (let hour = 0; hour < 5; hour++) {
    for (let n = 0; n < 10; n++)
      answers.push((await limited.ask('POST', FORM, { body: whole })).status)
    limited.moveTo(new Date(limited.deps.now().getTime() + 3_600_001))
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(40)
  await limited.close()
})

describe('trap 32: when many write in an hour', () => {
  const db = () => site.deps.database.db
  const setCount = (count: number) =>
    db().execute(`update rate_limits set count = ${count} where rule = 'contact messages'`)
  beforeEach(async () => void (await send(whole)))
  afterEach(() => db().execute(`delete from rate_limits where rule = 'contact messages'`))

  test('each is stored, and mailed in an hour in which the office can read it', async () => {
    await setCount(649)
    whole.message = `Later question ${tests}`
    expect((await send(whole)).status).toBe(200)
    expect(await messages()).toContainEqual(expect.objectContaining({ message: whole.message }))
    const { rows } = await db().execute(
      `select extract(epoch from start_after - created_on)::int as seconds from jobs.job
        where name = 'mail' and state = 'created' and start_after > now() order by created_on`,
    )
    expect(rows).toEqual([{ seconds: 7_200 }])
  })

  test('as many as the disk should not hold are refused', async () => {
    await setCount(3_000)
    const before = await site.stored()
    const refused = await send(whole)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(await site.stored()).toEqual(before)
  })
})

describe('the form service’s answers', () => {
  test('name each faulty field with its code', async () => {
    const before = await site.stored()
    const { message: _, ...rest } = whole
    const answer = await send({ ...rest, email: 'james', 'first-name': ' ' })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: 'Validation errors',
        errors: [
          { field: 'first-name', code: 'REQUIRED_FIELD_EMPTY', message: 'is required' },
          { field: 'email', code: 'TYPE_EMAIL' },
          { field: 'message', code: 'REQUIRED_FIELD_MISSING', message: 'is required' },
        ],
      },
    })
    expect(await site.stored()).toEqual(before)
  })

  test.each([
    ['PROJECT_NOT_FOUND', '/forms/p/another/f/contact', whole, 404],
    ['FORM_NOT_FOUND', '/forms/p/charity/f/another', whole, 404],
    ['EMPTY', FORM, { 'first-name': ' ' }, 400],
    ['EMPTY', FORM, {}, 400],
    ['FILES_TOO_BIG', FORM, { ...whole, message: 'a'.repeat(70_000) }, 413],
  ])('%s at %s', async (code, url, body, status) => {
    const before = await site.stored()
    const answer = await send(body, {}, url)
    expect([answer.status, answer.body.errors]).toMatchObject([status, [{ code }]])
    expect(answer.body.error).toBe(answer.body.errors[0].message)
    expect(await site.stored()).toEqual(before)
  })

  test('are refused to another site', async () => {
    const before = await site.stored()
    expect((await send(whole, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await site.stored()).toEqual(before)
  })

  test('are JSON whatever is sent', async () => {
    const odd: [type: string, payload: string][] = [
      ['multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data\r\n\r\nx'],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=a', '--a\r\n'.repeat(5_000)],
      ['application/x-www-form-urlencoded', '__proto__=1&constructor=2&%00=%ff&email=%ed%a0%80'],
      ['application/x-www-form-urlencoded', '&'.repeat(60_000)],
      ['application/json', '{"__proto__":{"email":1},"email":["a"]}'],
      ['application/json', '[1]'],
      ['application/json', 'null'],
      ['application/json', '{"first-name":"\\u0000","last-name":"\\ud800"}'],
      ['text/plain', 'x'],
    ]
    const before = await site.stored()
    for (const [type, payload] of odd) {
      const headers = {
        'sec-fetch-site': 'same-origin',
        accept: 'application/json',
        'content-type': type,
      }
      const answer = await site.app.inject({ method: 'POST', url: FORM, headers, payload })
      expect([type, answer.statusCode < 500, typeof answer.json().error]).toEqual([
        ...[type, true, 'string'],
      ])
    }
    expect(await site.stored()).toEqual(before)
  })

  test('a text of control characters is an empty one, not a fault of ours', async () => {
    const answer = await send({ ...whole, 'first-name': '\u0000\u0001' })
    expect(answer.body.errors).toMatchObject([
      { field: 'first-name', code: 'REQUIRED_FIELD_EMPTY' },
    ])
  })
})

describe('a complaint about the use of personal data', () => {
  const complaints = async () => {
    const { rows } = await site.deps.database.pool.query(
      'select complaint_at = received_at as complains, state from contact_messages',
    )
    return rows
  }

  test('is received as one, and the office’s email says so', async () => {
    expect((await send({ ...whole, about: 'data' })).status).toBe(200)
    expect(await complaints()).toEqual([{ complains: true, state: 'received' }])
    const mail = await mailToOffice()
    expect(mail?.subject).toBe('Complaint about data from James Marlow')
    expect(mail?.text).toContain('within 30 days')
  })

  test('works without script', async () => {
    expect((await sendPlain({ ...whole, about: 'data' })).statusCode).toBe(303)
    expect(await complaints()).toEqual([{ complains: true, state: 'received' }])
  })

  test('is no complaint with another word', async () => {
    await send({ ...whole, about: 'other' })
    expect(await complaints()).toEqual([{ complains: null, state: 'received' }])
  })
})

test('a browser without script is led to a page that thanks', async () => {
  const answer = await sendPlain(whole)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/contact-us?sent=1'])
  expect(await messages()).toHaveLength(1)
})
