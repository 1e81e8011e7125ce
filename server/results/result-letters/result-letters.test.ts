import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addByOffice } from '../../../test/app/claim-letters.ts'
import { openNotices, START } from '../../../test/app/notices.ts'
import { readPdf } from '../../../test/app/read-pdf.ts'
import type { TestMember } from '../../../test/app/test-app.ts'
import { BODY_TOP, WINDOW } from '../../messages/letters/page-frame.ts'

let notices: Awaited<ReturnType<typeof openNotices>>
let clinician: Awaited<ReturnType<typeof notices.site.staff>>
let clerk: typeof clinician
beforeAll(async () => {
  notices = await openNotices()
})
afterAll(() => notices.site.close())
beforeEach(async () => {
  notices.faults.length = 0
  notices.at('01-06T09:00:00')
  await notices.site.deps.database.pool.query(
    `update result_letters set state = 'stopped' where state = 'waiting'`,
  )
  clinician = await notices.site.staff(['clinician'])
  clerk = await notices.site.staff(['office'])
})

const BASE = '/api/office'
const asMember = (id: number) => ({ id }) as TestMember
const addLonely = (more: object = {}) => addByOffice(notices.site, clerk, more)
async function withResult(more: object = {}, found: object = {}): Promise<number> {
  const id = await addLonely(more)
  await notices.addResult(asMember(id), found)
  await notices.send()
  expect(notices.faults).toEqual([])
  return id
}
const list = async (tab = 'waiting') =>
  (await notices.site.ask('GET', `${BASE}/letters?tab=${tab}`, { as: clinician })).body
const makeBatch = (body: object = {}) =>
  notices.site.ask('POST', `${BASE}/letter-batches`, { as: clinician, body })
const step = (id: number, name: string, count: number) =>
  notices.site.ask('PUT', `${BASE}/letter-batches/${id}`, {
    as: clinician,
    body: { step: name, count },
  })
async function draw(id: number, what = 'letters') {
  const { statusCode, rawPayload, body } = await notices.site.app.inject({
    method: 'POST',
    url: `${BASE}/letter-batches/${id}/${what}`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: clinician.cookie },
  })
  if (statusCode !== 200) return { status: statusCode, code: JSON.parse(body).code, pages: [] }
  return { status: statusCode, code: null, pages: await readPdf(rawPayload) }
}
async function postedBatch(): Promise<{ batch: number; letter: number }> {
  const { data } = await list()
  const { body } = await makeBatch()
  await draw(body.id)
  await step(body.id, 'printed', body.letters)
  expect((await step(body.id, 'posted', body.letters)).status).toBe(200)
  return { batch: body.id, letter: data[0].id }
}
const wordsOf = (pages: Awaited<ReturnType<typeof readPdf>>) =>
  pages
    .flat()
    .map(({ text }) => text)
    .join(' ')
const query = async (text: string, ...values: unknown[]) =>
  (await notices.site.deps.database.pool.query(text, values)).rows
const replace = async (memberId: number, more: object = {}) => {
  const [{ id }] = await query('select max(id) as id from results where member_id = $1', memberId)
  const releasedAt = notices.site.deps.now()
  await notices.addResult(asMember(memberId), more, { supersedesId: Number(id), releasedAt })
}

test('a released result of a member without an account becomes one letter, however often it is looked for', async () => {
  const id = await addLonely()
  await notices.addResult(asMember(id), {}, { releasedAt: new Date('2027-01-06T12:00:00Z') })
  await notices.send()
  expect((await list()).data).toEqual([])
  notices.at('01-06T12:00:00')
  clinician = await notices.site.staff(['clinician'])
  await Promise.all([notices.send(), notices.send()])
  await notices.send()
  const { data } = await list()
  expect(data).toMatchObject([
    { member_id: id, state: 'waiting', recipient: 'member', name: 'Albert Rungin', copy: 1 },
  ])
  expect(JSON.stringify(data)).not.toMatch(/7\.7731|Kestrel|band/i)
})

test('a letter is found by the name and the birth date of its member', async () => {
  const albert = await withResult({ last_name: 'Quillfeather' })
  await withResult({ first_name: 'Bernard', date_of_birth: '1956-02-03' })
  const sought = async (typed: string) => {
    const q = encodeURIComponent(typed)
    const { body } = await notices.site.ask('GET', `${BASE}/letters?q=${q}`, { as: clinician })
    return [body.total, body.data.map(({ member_id: id }: { member_id: number }) => id)]
  }
  expect(await sought('quillf')).toEqual([1, [albert]])
  expect(await sought('quillfeather 3/2/1955')).toEqual([1, [albert]])
  expect(await sought('quillfeather 4/2/1955')).toEqual([0, []])
})

describe('a member gets one notice, without content', () => {
  const told = async (more: Record<string, unknown>) => {
    const member = await notices.site.member({ firstName: 'Zoë' })
    for (const [column, value] of Object.entries(more))
      await query(`update members set ${column} = $2 where id = $1`, member.id, value)
    await notices.addResult(member)
    await notices.send()
    await notices.send()
    const mails = await notices.mailsTo(member)
    const sms = notices.site.smses.filter(({ phone }) => phone === '+447700900471')
    const letters = (await list()).data.filter(
      (one: { member_id: number }) => one.member_id === member.id,
    )
    return { mails, sms, letters }
  }

  test('by mail', async () => {
    const { mails, sms, letters } = await told({ contact_by: 'email' })
    expect([mails.length, sms.length, letters.length]).toEqual([1, 0, 0])
  })

  test('by SMS and mail', async () => {
    const phone = { phone: '07700 900 471', proven_phone: '07700 900 471' }
    const { mails, sms, letters } = await told({ ...phone, contact_by: 'sms' })
    expect([mails.length, sms.length, letters.length]).toEqual([1, 1, 0])
    expect(sms[0]?.text).toContain('we have news for you')
    expect(sms[0]?.text).not.toMatch(/result|PSA|7\.7731|test|blood|Green|Amber|Red/)
  })

  test('by post', async () => {
    const { mails, letters } = await told({
      address_lines: ['3 Mill Lane'],
      postcode: 'CO8 5AA',
      contact_by: 'post',
    })
    expect([mails.length, letters.length]).toEqual([0, 1])
  })

  test('that a result was replaced or withdrawn', async () => {
    const member = await notices.site.member()
    await notices.addResult(member)
    await notices.send()
    await replace(member.id, { test_result: null, withdrawn: true })
    await notices.send()
    const mails = await notices.mailsTo(member)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Your CHAPS result is ready',
      'One of your CHAPS results has been replaced',
    ])
    expect(mails[1]?.text).not.toMatch(/withdrawn|ng\/ml|7\.7731/)
  })
})

test('the letter has number, unit, band in words, comment, next step, next test and limits', async () => {
  await withResult({}, { band: 'Amber', retest_months: 3, laboratory: 'Eastern Pathology' })
  const { body } = await makeBatch()
  const { pages } = await draw(body.id)
  const words = wordsOf(pages)
  for (const said of [
    'Dear Albert Rungin,',
    '177.7731 ng/ml',
    'Amber: slightly raised',
    'Kestrel remark',
    'Repeat the test in 3 months.',
    '20 March 2027',
    'Eastern Pathology',
    'It does not mean that you have cancer.',
    'call our medical line on 01632 960 127',
    '0808 157 0142',
  ])
    expect(words).toContain(said)
  expect(words).not.toContain('The limits of the test')
  const [first = []] = pages
  const inWindow = first.filter(
    ({ base, left }) => base > WINDOW.top && base < BODY_TOP && left < WINDOW.right,
  )
  expect(inWindow.map(({ text }) => text)).toEqual([
    'Albert Rungin',
    'Rose Cottage',
    '3 Mill Lane',
    'Bures',
    'CO8 5AA',
  ])
})

test('a red letter asks for a GP within two weeks, a green one has the limits of the test', async () => {
  await withResult({}, { band: 'Red' })
  const red = wordsOf((await draw((await makeBatch()).body.id)).pages)
  expect(red).toContain('ask to be seen within 2 weeks')
  expect(red).not.toContain('A normal PSA does not rule cancer out')
  await withResult({}, { band: 'Green' })
  const green = wordsOf((await draw((await makeBatch()).body.id)).pages)
  expect(green).toContain('A normal PSA does not rule cancer out')
  expect(green).not.toMatch(/medical line|2 weeks/)
})

test.each([
  ['without a number', { test_result: null, outcome: 'haemolysed' }, 'for free'],
  ['that was withdrawn', { test_result: null, withdrawn: true }, 'withdrew this result'],
])('a letter %s says so, and shows no number or band', async (_, found, said) => {
  await withResult({}, { ...found, comments: null })
  const { body } = await makeBatch()
  const words = wordsOf((await draw(body.id)).pages)
  expect(words).toContain(said)
  expect(words).not.toMatch(/ng\/ml|Green|Amber|Red/)
})

test('each letter of a batch has its own pages, large print where it is needed, and begins on a front', async () => {
  await withResult({ support_needs: ['large print'] })
  await withResult({ first_name: 'Bernard', date_of_birth: '1956-02-03' })
  const { body } = await makeBatch()
  expect(body.letters).toBe(2)
  const { pages } = await draw(body.id)
  const starts = pages.flatMap((page, n) =>
    page.some(({ text }) => text.startsWith('Page 1 of')) ? [n] : [],
  )
  expect(starts).toHaveLength(2)
  for (const start of starts) expect(start % 2).toBe(0)
  const dear = pages.flat().filter(({ text }) => text.startsWith('Dear'))
  expect(dear.map(({ size }) => Math.round(size * (72 / 25.4) * 2) / 2)).toEqual([18, 12.5])
  const cover = wordsOf((await draw(body.id, 'cover-list')).pages)
  expect(cover).toContain('2 letters')
  expect(cover).toContain('Bernard Rungin')
  expect(cover).not.toMatch(/7\.7731|ng\/ml|Kestrel|PSA/)
  const labels = wordsOf((await draw(body.id, 'address-labels')).pages)
  expect(labels).toContain('Bernard Rungin')
  expect(labels).not.toMatch(/7\.7731|ng\/ml|Kestrel|PSA/)
})

describe('a batch', () => {
  test('is printed, counted and posted in this order, each once and by a named person', async () => {
    await withResult()
    const { body } = await makeBatch()
    expect((await step(body.id, 'printed', 1)).body.code).toBe('not_printed')
    await draw(body.id)
    expect((await step(body.id, 'posted', 1)).body.code).toBe('not_printed')
    expect((await step(body.id, 'printed', 2)).body.code).toBe('letters_miscounted')
    expect((await step(body.id, 'printed', 1)).status).toBe(200)
    await step(body.id, 'printed', 1)
    await Promise.all([step(body.id, 'posted', 1), step(body.id, 'posted', 1)])
    expect((await list('posted')).data[0]).toMatchObject({ batch_id: body.id, state: 'posted' })
    expect((await draw(body.id)).code).toBe('batch_posted')
    expect((await draw(body.id, 'address-labels')).code).toBe('batch_posted')
    const audited = await query(
      'select action, actor_user_id from audit_log where subject = $1 order by id',
      `letter batch ${body.id}`,
    )
    expect(audited.map(({ action }) => action)).toEqual([
      'letters put into a batch',
      'letters drawn for printing',
      'letters printed',
      'letters posted',
    ])
    expect(audited[0]?.actor_user_id).toBe(clinician.userId)
  })

  test('takes each letter once, when two are made at once', async () => {
    const id = await withResult()
    const made = await Promise.all([makeBatch(), makeBatch(), makeBatch()])
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const rows = await query('select batch_id from result_letters where member_id = $1', id)
    expect(rows).toHaveLength(1)
  })

  test('loses the letter of a result that is replaced before it is posted, and has to be printed again', async () => {
    const id = await withResult()
    await withResult({ first_name: 'Bernard', date_of_birth: '1956-02-03' })
    const { body } = await makeBatch()
    await draw(body.id)
    await step(body.id, 'printed', 2)
    await replace(id, { test_result: '1.1' })
    expect((await step(body.id, 'posted', 2)).body.code).toBe('letters_stopped')
    expect(wordsOf((await draw(body.id)).pages)).not.toContain('Dear Albert')
    expect((await step(body.id, 'posted', 1)).body.code).toBe('not_printed')
    await step(body.id, 'printed', 1)
    expect((await step(body.id, 'posted', 1)).body).toMatchObject({ letters: 1, stopped: 1 })
    await notices.send()
    expect((await list()).data).toMatchObject([{ member_id: id }])
  })

  test('leaves out who has no address, and keeps the letter waiting', async () => {
    await withResult({ contact_by: 'telephone', phone: '01206 1', address_lines: [] })
    expect((await makeBatch()).body.code).toBe('no_letters')
    expect((await list()).data).toMatchObject([{ address: null }])
  })

  test.each(['No fixed abode', 'of no fixed address', 'NFA'])(
    'has no letter to somebody whose address is none: %s',
    async (line) => {
      await withResult({ address_lines: [line] })
      expect((await makeBatch()).body.code).toBe('no_letters')
      expect((await list()).data).toMatchObject([{ address: null }])
    },
  )

  test('writes the reading of each result into the access log', async () => {
    const id = await withResult()
    const { body } = await makeBatch()
    await draw(body.id)
    const logged = await query(
      'select what, reason from access_log where member_id = $1 and actor_user_id = $2 order by id',
      id,
      clinician.userId,
    )
    expect(logged.at(-1)).toEqual({ what: 'result', reason: 'result' })
  })
})

test('a letter that came back is flagged on the member’s page until the address is another', async () => {
  const id = await withResult()
  const { letter, batch } = await postedBatch()
  const back = { reason: 'gone away', on: '2027-01-06' }
  const url = `${BASE}/letters/${letter}/return`
  expect((await notices.site.ask('PUT', url, { as: clinician, body: back })).status).toBe(200)
  const read = async () =>
    (await notices.site.ask('GET', `${BASE}/members/${id}`, { as: clerk })).body
  const flagged = await read()
  expect(flagged).toMatchObject({ letter_returned_on: '2027-01-06' })
  expect(JSON.stringify(flagged)).not.toMatch(/7\.7731|Kestrel/)
  const moved = {
    version: flagged.version,
    address_lines: ['9 New Row'],
    town: 'Diss',
    postcode: 'IP22 4AA',
  }
  const changed = await notices.site.ask('PUT', `${BASE}/members/${id}`, { as: clerk, body: moved })
  expect(changed.status).toBe(200)
  expect(await read()).toMatchObject({ letter_returned_on: null })

  expect((await makeBatch({ letters: [letter] })).status).toBe(400)
  const again = { letters: [letter], reason: 'It came back, and he has a new address.' }
  const { body } = await makeBatch(again)
  expect(body).toMatchObject({ letters: 1, reason: again.reason })
  expect(body.id).not.toBe(batch)
  expect((await makeBatch(again)).body.code).toBe('no_letters')
  expect(wordsOf((await draw(body.id)).pages)).toContain('9 New Row')
})

describe('a letter is printed again', () => {
  const reason = 'The printer jammed'

  test('while its batch is not posted: the old copy leaves the batch', async () => {
    const id = await withResult()
    await withResult({ first_name: 'Bernard', date_of_birth: '1956-02-03' })
    const { data } = await list()
    const { body } = await makeBatch()
    await draw(body.id)
    await step(body.id, 'printed', 2)
    const { body: again } = await makeBatch({ letters: [data[0].id], reason })
    expect(again).toMatchObject({ letters: 1, reason })
    expect((await step(body.id, 'posted', 2)).body.code).toBe('letters_miscounted')
    expect((await step(body.id, 'posted', 1)).body).toMatchObject({ letters: 1, stopped: 1 })
    expect(wordsOf((await draw(again.id)).pages)).toContain('Dear Albert')
    const [audited] = await query(
      'select details from audit_log where subject = $1 order by id limit 1',
      `letter batch ${again.id}`,
    )
    expect(audited.details).toMatchObject({ reason, copiesOf: [data[0].id] })
    const copies = await query(
      'select copy, state from result_letters where member_id = $1 order by id',
      id,
    )
    expect(copies).toEqual([
      { copy: 1, state: 'stopped' },
      { copy: 2, state: 'waiting' },
    ])
  })

  test('after it was posted, which stays recorded', async () => {
    const id = await withResult()
    const { letter } = await postedBatch()
    expect((await makeBatch({ letters: [letter] })).status).toBe(400)
    expect((await makeBatch({ letters: [letter], reason })).body).toMatchObject({ letters: 1 })
    expect((await list('posted')).data[0]).toMatchObject({ id: letter, member_id: id })
  })

  test('not when its result was replaced', async () => {
    const id = await withResult()
    const { letter } = await postedBatch()
    await replace(id, { test_result: '1.1' })
    expect((await makeBatch({ letters: [letter], reason })).body.code).toBe('letter_outdated')
    expect(await query('select 1 from result_letters where member_id = $1', id)).toHaveLength(1)
  })
})

test('no role but the clinician reaches a letter', async () => {
  await withResult()
  const { body } = await makeBatch()
  for (const role of ['office', 'venue', 'treasurer', 'admin'] as const) {
    const as = await notices.site.staff([role])
    for (const [method, path] of [
      ['GET', 'letters'],
      ['GET', 'letter-batches'],
      ['POST', `letter-batches/${body.id}/letters`],
      ['POST', `letter-batches/${body.id}/cover-list`],
      ['POST', `letter-batches/${body.id}/address-labels`],
    ] as const)
      expect((await notices.site.ask(method, `${BASE}/${path}`, { as })).body.code).toBe(
        'not_permitted',
      )
  }
})

async function download(as: TestMember, of: TestMember, options = '') {
  const [{ id }] = await query('select max(id) as id from results where member_id = $1', of.id)
  return notices.site.app.inject({
    method: 'GET',
    url: `/api/medical/results/${as.id}/${id}/letter${options}`,
    headers: { cookie: as.cookie },
  })
}

describe('the letter that a member takes to the surgery', () => {
  const forGp = (as: TestMember, of = as) => download(as, of, '?for=gp')
  async function pagesFor(member: TestMember) {
    const { statusCode, headers, rawPayload } = await forGp(member)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    return readPdf(rawPayload)
  }

  test.each([
    ['Red', {}, 'to see them within 2 weeks'],
    ['Amber', {}, 'to have the test again in 3 months'],
    ['Green', {}, 'Nothing now'],
    ['Red', { next_step: 'See a urologist.' }, 'Please read what our clinician wrote'],
    [null, {}, 'Please read what our clinician wrote'],
  ] as const)(
    'of a result marked %s begins with what we ask of the surgery',
    async (band, more, words) => {
      const member = await notices.site.member()
      await notices.addResult(member, { band, ...more })
      const text = wordsOf(await pagesFor(member))
      expect(text).toMatch(/^.*has brought you this letter\. What we ask of you .*Patient/)
      expect(text).toContain(words)
      expect(text).not.toContain('agreed on')
    },
  )

  test('asks nothing about a sample without a number, or a result that was withdrawn', async () => {
    for (const more of [
      { test_result: null, outcome: 'insufficient' },
      { withdrawn: true },
    ] as const) {
      const member = await notices.site.member()
      await notices.addResult(member, more)
      expect(wordsOf(await pagesFor(member))).not.toContain('What we ask of you')
    }
  })

  test('is one page with a long comment, and names who the sample was taken from', async () => {
    const member = await notices.site.member({ firstName: 'James', lastName: 'Carter' })
    const comments = 'Your PSA is a little higher than at your last test. '.repeat(20)
    await notices.addResult(member, { band: 'Amber', comments })
    notices.at('01-07T09:00:00')
    const body = { last_name: 'Smith', date_of_birth: '1961-03-04' }
    const changed = await notices.site.ask('PUT', `/api/auth/profile?email=${member.email}`, {
      as: member,
      body,
    })
    expect(changed.status).toBe(200)
    const pages = await pagesFor(member)
    expect(pages.length).toBe(1)
    expect(wordsOf(pages)).toMatch(
      /James Smith Born 4 March 1961 .*The sample was taken from James Carter, born /,
    )
  })

  test('names nobody else where only the gender was changed', async () => {
    const member = await notices.site.member()
    await notices.addResult(member)
    notices.at('01-07T09:00:00')
    const url = `/api/auth/profile?email=${member.email}`
    const { status } = await notices.site.ask('PUT', url, { as: member, body: { gender: 'Other' } })
    expect(status).toBe(200)
    expect(wordsOf(await pagesFor(member))).not.toContain('The sample was taken from')
  })

  test('says that it replaces a result that the surgery may have been shown', async () => {
    const member = await notices.site.member()
    await notices.addResult(member)
    expect(wordsOf(await pagesFor(member))).not.toContain('replaces an earlier one')
    await replace(member.id, { test_result: '5.5' })
    const text = wordsOf(await pagesFor(member))
    expect(text).toContain(
      'This result replaces an earlier one: the laboratory has corrected its report',
    )
    expect(text).toContain('5.5')
    expect(text).not.toContain('177.7731')
  })

  test('is theirs alone, and counts as a view of the result', async () => {
    const member = await notices.site.member()
    await notices.addResult(member)
    expect((await forGp(await notices.site.member(), member)).statusCode).toBe(404)
    await pagesFor(member)
    const [logged] = await query(
      `select count(*)::int as n from access_log where member_id = $1 and what = 'result'`,
      member.id,
    )
    expect(logged).toEqual({ n: 1 })
  })
})

describe('the member’s own letter', () => {
  test('is theirs alone, never cached, logged, and in large print on request', async () => {
    const member = await notices.site.member({ firstName: 'Zoë' })
    const other = await notices.site.member()
    await notices.addResult(member, { band: 'Green' })
    const usual = await download(member, member)
    expect([usual.statusCode, usual.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(usual.headers['content-type']).toBe('application/pdf')
    const large = await download(member, member, '?print=large')
    const sizes = await Promise.all(
      [usual, large].map(async ({ rawPayload }) => {
        const dear = (await readPdf(rawPayload)).flat().find(({ text }) => text.startsWith('Dear'))
        return Math.round((dear?.size ?? 0) * (72 / 25.4) * 2) / 2
      }),
    )
    expect(sizes).toEqual([12.5, 18])
    expect((await download(other, member)).statusCode).toBe(404)
    const logged = await query(
      `select count(*)::int as n from access_log where member_id = $1 and what = 'result'`,
      member.id,
    )
    // Twice within the hour is one view.
    expect(logged).toEqual([{ n: 1 }])
  })

  test('is not there before its release, nor of a result that was replaced', async () => {
    const member = await notices.site.member()
    await notices.addResult(member, {}, { releasedAt: new Date(START.getTime() + 90 * 86_400_000) })
    expect((await download(member, member)).statusCode).toBe(404)
  })
})
