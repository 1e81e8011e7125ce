import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openNotices } from '../../test/app/notices.ts'
import { readPdf } from '../../test/app/read-pdf.ts'
import { AROUND_WINDOW, BODY_TOP, WINDOW } from '../messages/letters/page-frame.ts'
import { sealLabResult } from './sealed-lab-results.ts'

const BASE = '/api/office'
const SURGERY = { name: 'Mill Road Surgery', town: 'Diss', email: 'desk@mill.example' }
const ADDRESS = {
  name: 'Mill Road Surgery',
  address_lines: ['12 Mill Road'],
  town: 'Diss',
  postcode: 'IP22 4AA',
}

let notices: Awaited<ReturnType<typeof openNotices>>
let clinician: Awaited<ReturnType<typeof notices.site.staff>>
beforeAll(async () => {
  notices = await openNotices()
})
afterAll(() => notices.site.close())
beforeEach(async () => {
  notices.faults.length = 0
  notices.at('01-06T09:00:00')
  await query(`update result_letters set state = 'stopped' where state = 'waiting'`)
  clinician = await notices.site.staff(['clinician'])
})

const query = async (text: string, ...values: unknown[]) =>
  (await notices.site.deps.database.pool.query(text, values)).rows
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  notices.site.ask(method, `${BASE}/${path}`, { as: clinician, ...(body && { body }) })

/** A member with an account who named a surgery, and a released result. */
async function withResult(
  consent: object = { gpSurgery: SURGERY },
  found: object = {},
  sentAt = '01-06T09:00:00',
) {
  const member = await notices.site.member({ firstName: 'Zoë' })
  const event = await notices.site.event()
  await notices.site.consent(member, event, consent)
  const body = { eventId: event.event_id, appointmentStartTime: '10:20' }
  const booked = await notices.site.ask('POST', '/api/appointments', { as: member, body })
  expect(booked.status).toBe(201)
  const appointmentId: number = booked.body.appointment.appointment_id
  await notices.addResult(member, found, { appointmentId })
  notices.at(sentAt)
  await send()
  return { member, event, appointmentId }
}
type Tested = Awaited<ReturnType<typeof withResult>>
async function send(): Promise<void> {
  await notices.send()
  expect(notices.faults).toEqual([])
}
const gpLetters = async (tab = 'waiting') =>
  (await ask('GET', `letters?tab=${tab}`)).body.data.filter(
    (one: { recipient: string }) => one.recipient === 'gp',
  )
const lettersOf = ({ member }: Tested) =>
  query(
    `select id, state, copy from result_letters where member_id = $1 and recipient = 'gp' order by id`,
    member.id,
  )
const enter = (letter: number, surgery: object = ADDRESS, before: object | null = null) =>
  ask('PUT', `letters/${letter}/surgery`, { surgery, before })
async function addressed(tested: Tested): Promise<number> {
  const [{ id }] = await lettersOf(tested)
  expect((await enter(Number(id))).status).toBe(200)
  return Number(id)
}
async function replace({ member, appointmentId }: Tested, more: object = {}) {
  const [{ id }] = await query('select max(id) as id from results where member_id = $1', member.id)
  const releasedAt = notices.site.deps.now()
  await notices.addResult(member, more, { supersedesId: Number(id), releasedAt, appointmentId })
  await send()
}
async function draw(batch: number, what = 'letters') {
  const { statusCode, rawPayload, body } = await notices.site.app.inject({
    method: 'POST',
    url: `${BASE}/letter-batches/${batch}/${what}`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: clinician.cookie },
  })
  if (statusCode !== 200) return { code: JSON.parse(body).code, pages: [], words: '', pdf: '' }
  const pages = await readPdf(rawPayload)
  const words = pages
    .flat()
    .map(({ text }) => text)
    .join(' ')
  return { code: null, pages, words, pdf: rawPayload.toString('latin1') }
}
async function makeBatch(body: object = {}): Promise<number> {
  const made = await ask('POST', 'letter-batches', body)
  expect(made.status).toBe(201)
  return made.body.id
}
const step = (batch: number, name: string, count = 1) =>
  ask('PUT', `letter-batches/${batch}`, { step: name, count })
async function post(tested: Tested): Promise<number> {
  const letter = await addressed(tested)
  const batch = await makeBatch()
  await draw(batch)
  await step(batch, 'printed')
  expect((await step(batch, 'posted')).status).toBe(200)
  return letter
}

describe('a released result of a member who agreed', () => {
  test('becomes one letter to the surgery that the consent names, which waits for its address', async () => {
    const tested = await withResult()
    await Promise.all([notices.send(), notices.send()])
    const letters = await gpLetters()
    expect(letters).toMatchObject([
      {
        member_id: tested.member.id,
        surgery: 'Mill Road Surgery',
        address: null,
        state: 'waiting',
      },
    ])
    expect(JSON.stringify(letters)).not.toMatch(/7\.7731|Kestrel|ng\/ml/)
    expect((await ask('POST', 'letter-batches', {})).body.code).toBe('no_letters')
    expect((await ask('GET', `letters/${letters[0].id}/surgery`)).body).toMatchObject({
      named: SURGERY,
      entered: null,
    })
  })

  test('is written to the surgery also after the rounds were stopped for weeks', async () => {
    const { member } = await withResult({ gpSurgery: SURGERY }, {}, '03-28T09:00:00')
    expect(await gpLetters()).toMatchObject([{ member_id: member.id, surgery: SURGERY.name }])
  })

  test('waits for a surgery where the form did not name one', async () => {
    const tested = await withResult({ gpSharing: true })
    expect(await gpLetters()).toMatchObject([{ surgery: null, address: null }])
    const id = await addressed(tested)
    expect(await gpLetters()).toMatchObject([
      { id, surgery: 'Mill Road Surgery', address: ['12 Mill Road', 'Diss', 'IP22 4AA'] },
    ])
  })
})

describe('no letter goes to a GP', () => {
  test('without the member’s agreement', async () => {
    expect(await lettersOf(await withResult({}))).toEqual([])
  })

  test('of a sample without a number', async () => {
    const found = { test_result: null, outcome: 'haemolysed' }
    expect(await lettersOf(await withResult({ gpSurgery: SURGERY }, found))).toEqual([])
  })

  const withdraw = async ({ member, event }: Tested) => {
    const rows = await query(
      `insert into consent_withdrawals (consent_id, member_id, event_id, words_version, channel, withdrawn_at)
         select id, member_id, event_id, words_version, 'website', now() from consents
           where member_id = $1 and event_id = $2 returning id`,
      member.id,
      event.event_id,
    )
    expect(rows).toHaveLength(1)
  }
  const askNotTo = async ({ member, event }: Tested) => {
    await notices.site.consent(member, event, { gpSharing: false })
  }

  test.each([
    ['was withdrawn', withdraw],
    ['was given again without sharing', askNotTo],
  ])('once the consent %s: not listed, not put into a batch', async (_, change) => {
    const tested = await withResult()
    const id = await addressed(tested)
    await change(tested)
    expect(await gpLetters()).toEqual([])
    expect((await ask('POST', 'letter-batches', {})).body.code).toBe('no_letters')
    expect((await ask('GET', `letters/${id}/surgery`)).body.code).toBe('letter_outdated')
    await replace(tested, { test_result: '1.1' })
    expect(await lettersOf(tested)).toHaveLength(1)
  })

  test.each([
    ['was withdrawn', withdraw],
    ['was given again without sharing', askNotTo],
  ])('once the consent %s: not posted from a printed batch', async (_, change) => {
    const tested = await withResult()
    await addressed(tested)
    const batch = await makeBatch()
    await draw(batch)
    await step(batch, 'printed')
    await change(tested)
    expect((await step(batch, 'posted')).body.code).toBe('letters_stopped')
    expect((await draw(batch)).code).toBe('no_letters')
    expect(await lettersOf(tested)).toMatchObject([{ state: 'stopped' }])
  })

  test('to the address of the surgery before, when the consent names another', async () => {
    const tested = await withResult()
    await addressed(tested)
    const batch = await makeBatch()
    const moved = { gpSurgery: { name: 'Quay Practice', town: 'Bures', email: null } }
    await notices.site.consent(tested.member, tested.event, moved)
    expect((await draw(batch)).code).toBe('no_letters')
    expect(await gpLetters()).toMatchObject([{ surgery: 'Quay Practice', address: null }])
  })
})

describe('the letter', () => {
  async function addRange({ member, appointmentId }: Tested): Promise<void> {
    const sealId = randomUUID()
    const labId = await notices.site.lab({ requiresNhsNumber: false })
    const row = {
      row: 2,
      lab_number: 'L1',
      tube: null,
      nhs_number: null,
      first_name: 'Zoë',
      last_name: 'Rungin',
      date_of_birth: '1955-02-03',
      collected: null,
      received: null,
      reported: null,
      test: 'PSA',
      value: '177.7731',
      unit: 'ng/ml',
      range: '0.0 - 6.5',
      outcome: null,
      comment: null,
      status: 'final' as const,
    }
    await query(
      `insert into lab_results (lab_id, member_id, appointment_id, number_index, content_index,
          seal_id, sealed, state, release_at, released_by, result_id, recorded_at)
         select $1, member_id, appointment_id, 'a', 'b', $2, $3, 'released', released_at, $4, id, now()
           from results where appointment_id = $5 and member_id = $6`,
      labId,
      sealId,
      sealLabResult(notices.site.deps.fieldKeys, sealId, row),
      clinician.id,
      appointmentId,
      member.id,
    )
  }

  test('has value, unit, range, laboratory, date and the words that the member read, and the address alone in the window', async () => {
    const tested = await withResult(
      { gpSurgery: SURGERY },
      { band: 'Amber', retest_months: 3, laboratory: 'Eastern Pathology' },
    )
    await addRange(tested)
    await addressed(tested)
    const { pages, words, pdf } = await draw(await makeBatch())
    for (const said of [
      'Dear doctor,',
      'Zoë',
      'NHS number',
      '177.7731 ng/ml',
      'Reference range: 0.0 - 6.5',
      'Eastern Pathology',
      '20 December 2026',
      'Amber: slightly raised',
      'Kestrel remark',
      'Repeat the test in 3 months.',
      '20 March 2027',
      'not your patient',
      'agreed on 6 January 2027',
    ])
      expect(words).toContain(said)
    const [first = []] = pages
    const around = first.filter(
      ({ base, left }) => base > AROUND_WINDOW.top && base < BODY_TOP && left < AROUND_WINDOW.right,
    )
    expect(around.map(({ text }) => text)).toEqual([
      'Mill Road Surgery',
      '12 Mill Road',
      'Diss',
      'IP22 4AA',
    ])
    for (const { left, right, base } of around) {
      expect(left).toBeGreaterThanOrEqual(WINDOW.left - 0.01)
      expect(right).toBeLessThanOrEqual(WINDOW.right)
      expect(base).toBeGreaterThan(WINDOW.top)
      expect(base).toBeLessThan(WINDOW.bottom)
    }
    for (const entry of ['/MarkInfo', '/StructTreeRoot', '/Lang (en-GB)'])
      expect(pdf).toContain(entry)
  })

  test('is on the cover list with its surgery, counted, posted, and recorded when it comes back', async () => {
    const tested = await withResult()
    const letter = await addressed(tested)
    const batch = await makeBatch()
    const { words } = await draw(batch, 'cover-list')
    expect(words).toContain('Mill Road Surgery')
    expect(words).not.toMatch(/Zoë|7\.7731|PSA/)
    await draw(batch)
    expect((await step(batch, 'printed', 2)).body.code).toBe('letters_miscounted')
    await step(batch, 'printed')
    await step(batch, 'posted')
    expect((await enter(letter, { ...ADDRESS, town: 'Bures' }, ADDRESS)).body.code).toBe(
      'letter_printed',
    )
    const back = { reason: 'address unknown', on: '2027-01-06' }
    expect((await ask('PUT', `letters/${letter}/return`, back)).status).toBe(200)
    expect((await enter(letter, { ...ADDRESS, town: 'Bures' }, ADDRESS)).status).toBe(200)
    const again = await makeBatch({ letters: [letter], reason: 'Mark as returned' })
    expect((await draw(again)).words).toContain('Bures')
  })
})

describe('the address of a surgery', () => {
  test('is entered by a named person, sealed in the audit log, and asks for a new printing', async () => {
    const tested = await withResult()
    const letter = await addressed(tested)
    const batch = await makeBatch()
    await draw(batch)
    const other = { ...ADDRESS, address_lines: ['14 Mill Road'] }
    expect((await enter(letter, other, null)).body.code).toBe('changed_meanwhile')
    expect((await enter(letter, other, ADDRESS)).status).toBe(200)
    expect((await step(batch, 'printed')).body.code).toBe('not_printed')
    const entries = await query(
      `select actor_user_id, details from audit_log where action = 'address of a surgery entered'
        and subject = $1 order by id`,
      `letter ${letter}`,
    )
    expect(entries).toHaveLength(2)
    expect(entries[0].actor_user_id).toBe(clinician.userId)
    expect(entries[1].details).toMatchObject({ before: entries[0].details.after })
    expect(JSON.stringify(entries)).not.toContain('Mill')
  })

  test.each([
    ['postcode', { postcode: 'nowhere' }],
    ['name', { name: ' \u0000 ' }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    const tested = await withResult()
    const [{ id }] = await lettersOf(tested)
    const { status, body } = await enter(Number(id), { ...ADDRESS, ...wrong })
    expect([status, body.fields?.[0]?.field]).toEqual([400, field])
  })

  test('is offered for another member’s letter to a surgery of that name and town, and not taken over', async () => {
    const gpSurgery = { name: 'Offered Practice', town: 'Diss', email: null }
    await addressed(await withResult({ gpSurgery }))
    const other = await withResult({ gpSurgery: { ...gpSurgery, name: 'offered  practice' } })
    const [{ id }] = await lettersOf(other)
    expect((await ask('GET', `letters/${id}/surgery`)).body).toMatchObject({
      entered: null,
      suggested: ADDRESS,
    })
    const elsewhere = await withResult({ gpSurgery: { ...gpSurgery, town: 'Bures' } })
    const [letter] = await lettersOf(elsewhere)
    expect((await ask('GET', `letters/${letter.id}/surgery`)).body.suggested).toBe(null)
  })
})

describe('a correction', () => {
  test('goes to the surgery that was sent the first letter, and says so', async () => {
    const tested = await withResult()
    await post(tested)
    await replace(tested, { test_result: '1.1001' })
    expect(await gpLetters()).toMatchObject([{ address: ['12 Mill Road', 'Diss', 'IP22 4AA'] }])
    const { words } = await draw(await makeBatch())
    expect(words).toContain('This letter replaces our letter of 6 January 2027')
    expect(words).toContain('1.1001')
    expect(words).not.toContain('177.7731')
  })

  test('speaks of no earlier letter when none was posted', async () => {
    const tested = await withResult()
    await addressed(tested)
    const batch = await makeBatch()
    await draw(batch)
    await replace(tested, { test_result: '1.1001' })
    expect((await draw(batch)).code).toBe('no_letters')
    const { words } = await draw(await makeBatch())
    expect(words).toContain('1.1001')
    expect(words).not.toContain('replaces')
  })

  test('that withdraws the result goes only where the first letter went', async () => {
    const [told, untold] = [await withResult(), await withResult()]
    await post(told)
    const withdrawn = { test_result: null, withdrawn: true, comments: null }
    await replace(told, withdrawn)
    await replace(untold, withdrawn)
    expect(await lettersOf(untold)).toHaveLength(1)
    expect(await lettersOf(told)).toHaveLength(2)
    const { words } = await draw(await makeBatch())
    expect(words).toContain('has withdrawn the result in our letter of 6 January 2027')
    expect(words).not.toMatch(/7\.7731|ng\/ml/)
  })
})
