import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { insertProduct } from '../events/publishing/queries.ts'
import { insertResult } from '../results/queries.ts'
import { type SealedResult, sealResult } from '../results/sealed-result.ts'
import { openTestApp, type TestApp, type TestMember } from '../test-app.ts'
import { remindOfTests } from './remind-of-tests.ts'
import { type NoticeParts, tellMembers } from './tell-members.ts'

const START = new Date('2027-01-02T09:00:00Z')
let site: TestApp
let man: TestMember
let event: CharityEvent
let faults: Error[]
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  faults = []
  man = await site.member({ firstName: 'Zoë' })
  // 16 January 2027, 10:00 to 12:00.
  event = await site.event()
})

const at = (moment: string) => site.moveTo(new Date(`2027-${moment}Z`))
const look = (parts: NoticeParts = site.parts) => tellMembers(parts, (error) => faults.push(error))
const lookForTests = () => remindOfTests(site.parts, (error) => faults.push(error))

async function book(time = '10:20', as = man): Promise<number> {
  await site.consent(as, event)
  const body = { eventId: event.event_id, appointmentStartTime: time }
  const answer = await site.ask('POST', '/api/appointments', { as, body })
  expect(answer.status).toBe(201)
  return answer.body.appointment.appointment_id
}

/** Subjects of his mails but the confirmation, once all that is queued has been sent. */
async function told(of = man): Promise<string[]> {
  return (await mailsTo(of)).map(({ subject }) => subject).filter((s) => !s.includes('is booked'))
}

async function mailsTo(of: TestMember) {
  await vi.waitFor(async () => expect(await queued()).toBe(0), { timeout: 10_000, interval: 10 })
  return site.mails.filter(({ to }) => to === of.email)
}

async function queued(): Promise<number> {
  const { rows } = await site.parts.database.db.execute(
    `select 1 from jobs.job where name = 'mail' and state <> 'completed'`,
  )
  return rows.length
}

const COMING_UP = 'Your CHAPS appointment is coming up: 10:20 on Saturday 16 January 2027'

describe('an appointment', () => {
  test('is reminded of a week and two days before, with all that he needs', async () => {
    await book()
    at('01-09T08:59:59')
    await look()
    expect(await told()).toEqual([])
    at('01-09T09:00:00')
    await look()
    expect(await told()).toEqual([COMING_UP])
    at('01-13T08:59:59')
    await look()
    expect(await told()).toEqual([COMING_UP])
    at('01-13T09:00:00')
    await look()
    expect(await told()).toEqual([COMING_UP, COMING_UP])

    const [, reminder] = await mailsTo(man)
    for (const form of [reminder?.text, reminder?.html]) {
      for (const said of [
        ...['Dear Zoë,', '10:20 on Saturday 16 January 2027', 'Colchester', 'Total PSA Test'],
        ...['48 hours', 'No hard exercise', 'Eat and drink as usual', 'finasteride'],
        'until 10:20 on Thursday 14 January 2027',
        'http://localhost:3000/upcoming-events',
      ]) {
        expect(form).toContain(said)
      }
    }
  })

  test('is reminded of late when nobody could look at its moment, and says what is still possible', async () => {
    await book()
    at('01-14T10:21:00')
    await look()
    expect(await told()).toEqual([COMING_UP])
    const reminder = (await mailsTo(man)).at(-1)
    expect(reminder?.text).toContain('The time to change or cancel it online is over')
    expect(reminder?.text).not.toContain('until 10:20 on Thursday')
    at('01-16T08:30:00')
    await look()
    expect(await told()).toEqual([COMING_UP])
  })

  test('is not reminded of when he is on his way, or was away for the time', async () => {
    await book()
    at('01-16T08:20:00')
    await look()
    expect(await told()).toEqual([])
  })

  test('is not reminded of by what had passed when he booked', async () => {
    at('01-09T09:00:00')
    await book()
    at('01-09T09:01:00')
    await look()
    expect(await told()).toEqual([])
    at('01-13T09:00:00')
    await look()
    expect(await told()).toEqual([COMING_UP])
  })

  test('that is cancelled is not reminded of', async () => {
    const id = await book()
    await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: man })
    at('01-09T09:00:00')
    await look()
    expect(await told()).toEqual([expect.stringContaining('is cancelled')])
  })

  test.each([
    ['cancelled', (id: number) => site.ask('PUT', `/api/appointments/${id}/cancel`, { as: man })],
    ['moved', (id: number) => move(id, '11:00')],
  ])('that is %s while it is looked at is not reminded of as it was', async (_, change) => {
    const id = await book()
    at('01-09T09:00:00')
    const { database } = site.parts
    const transaction: typeof database.transaction = async (work) => {
      await change(id)
      return database.transaction(work)
    }
    await look({ ...site.parts, database: { ...database, transaction } })
    expect(await told()).toEqual([expect.stringMatching(/is cancelled|has a new time/)])
  })

  test('that is moved has the reminders of its new time, and each once', async () => {
    const id = await book()
    at('01-09T09:00:00')
    await look()
    await move(id, '11:00')
    await look()
    expect(await told()).toEqual([COMING_UP, expect.stringContaining('has a new time')])
    at('01-13T09:00:00')
    await look()
    expect((await told()).at(-1)).toContain('coming up: 11:00 on')
    expect(await told()).toHaveLength(3)
  })

  test('says what its product says in its own words, and nothing of those becomes markup', async () => {
    const { db } = site.parts.database
    const emailTemplate =
      'Subject: See you at {when}\n\nDear {first_name}, ask for <b>Ann</b>: {reference}.'
    const productId = await insertProduct(db, { name: 'Own', pricePence: 0, emailTemplate })
    event = await site.event({ productId })
    await book()
    at('01-09T09:00:00')
    await look()
    const mails = await mailsTo(man)
    const when = '10:20 on Saturday 16 January 2027'
    expect(mails.map(({ subject }) => subject)).toEqual([
      `See you at ${when}`,
      `Reminder: See you at ${when}`,
    ])
    for (const { text, html } of mails) {
      expect(text).toMatch(/Dear Zoë, ask for <b>Ann<\/b>: [A-Z0-9]{4}-[A-Z0-9]{4}\./)
      expect(html).not.toContain('<b>Ann')
      expect(text).toContain('No hard exercise')
    }
  })
})

test('a product whose words cannot be used is not added', async () => {
  const product = { name: 'Own', pricePence: 0, emailTemplate: 'Dear {nobody}' }
  const adding = insertProduct(site.parts.database.db, product)
  await expect(adding).rejects.toThrow('{nobody} is not known')
})

async function move(id: number, time: string): Promise<void> {
  const body = { appt_time: time }
  const answer = await site.ask('PUT', `/api/appointments/${id}/update`, { as: man, body })
  expect(answer.status).toBe(200)
}

describe('each is told once', () => {
  test('however many processes look at the same time, and again', async () => {
    const men = new Map([
      ['10:00', man],
      ['10:20', await site.member()],
      ['10:40', await site.member()],
    ])
    for (const [time, one] of men) await book(time, one)
    at('01-09T09:00:00')
    await Promise.all(Array.from({ length: 8 }, () => look()))
    await look()
    for (const [time, one] of men)
      expect(await told(one)).toEqual([COMING_UP.replace('10:20', time)])
    expect(faults).toEqual([])
  })

  test('of a result and a next test as well', async () => {
    const old = { sampleDate: '2026-01-05', releasedAt: new Date('2027-01-05T12:00:00Z') }
    await addResult(man, { retest_months: 12 }, old)
    at('01-06T12:00:00')
    await Promise.all(Array.from({ length: 8 }, () => [look(), lookForTests()]).flat())
    expect((await told()).sort()).toEqual([
      'It is time for your next CHAPS appointment',
      'Your CHAPS result is ready',
    ])
    expect(faults).toEqual([])
  })

  test('and not while it cannot be written together: neither mail nor notice, then both', async () => {
    await book()
    at('01-09T09:00:00')
    const enqueue = () => Promise.reject(new Error('the queue is away'))
    await look({ ...site.parts, jobs: { ...site.parts.jobs, enqueue } })
    expect(faults.map(({ message }) => message)).toContain('the queue is away')
    expect(await told()).toEqual([])
    await look()
    expect(await told()).toEqual([COMING_UP])
  })

  test('and one that fails holds up no other', async () => {
    const other = await site.member()
    await addResult(man, {}, { sealed: Buffer.from('spoilt'), sampleDate: null })
    await addResult(other)
    at('01-09T09:00:00')
    await look()
    expect(faults).not.toEqual([])
    expect(await told(man)).toEqual([])
    expect(await told(other)).toEqual(['Your CHAPS result is ready'])
  })
})

type Row = Partial<Parameters<typeof insertResult>[1]>

async function addResult(of: TestMember, found: Partial<SealedResult> = {}, row: Row = {}) {
  const origin = { source: 'test', sourceRef: randomUUID() }
  const { fieldKeys, database } = site.parts
  const whole = { test_result: '7.7731', test_unit: 'ng/ml', comments: 'Kestrel remark', ...found }
  await insertResult(database.db, {
    ...origin,
    memberId: of.id,
    sampleDate: '2026-12-20',
    releasedAt: new Date('2027-01-05T12:00:00Z'),
    sealed: sealResult(fieldKeys, origin, whole),
    ...row,
  })
}

describe('a result', () => {
  test('is told of once it is released, and nothing of what it says', async () => {
    await addResult(man, { band: 'Amber', retest_months: 3 })
    at('01-05T11:59:59')
    await look()
    expect(await told()).toEqual([])
    at('01-05T12:00:00')
    await look()
    await look()
    expect(await told()).toEqual(['Your CHAPS result is ready'])
    const mail = JSON.stringify((await mailsTo(man))[0])
    expect(mail).not.toMatch(/7\.7731|ng.ml|Kestrel|Amber|PSA|prostat/i)
    expect(mail).toContain('http://localhost:3000/medical-results')
  })

  test('that has no value is news, and not said to be ready', async () => {
    await addResult(man, { test_result: null })
    at('01-06T09:00:00')
    await look()
    expect(await told()).toEqual(['There is news of your CHAPS result'])
  })

  test('from years ago, entered now, is not told of; nor one that is not released', async () => {
    await addResult(man, {}, { releasedAt: new Date('2024-01-05T12:00:00Z') })
    await addResult(man, {}, { releasedAt: null })
    at('01-06T09:00:00')
    await look()
    expect(await told()).toEqual([])
  })
})

describe('the next test', () => {
  const DUE = 'It is time for your next CHAPS appointment'
  const old = { sampleDate: '2026-01-08', releasedAt: new Date('2026-01-15T12:00:00Z') }
  beforeEach(() => at('01-08T09:00:00'))

  async function toldOfTests(): Promise<string[]> {
    await lookForTests()
    await lookForTests()
    return told()
  }

  test('is reminded of on its day, once', async () => {
    await addResult(man, { retest_months: 12 }, old)
    at('01-08T08:59:59')
    expect(await toldOfTests()).toEqual([])
    at('01-08T09:00:00')
    expect(await toldOfTests()).toEqual([DUE])
    const [mail] = await mailsTo(man)
    expect(mail?.text).toContain('due from 8 January 2027 on')
    expect(JSON.stringify(mail)).not.toMatch(/7\.7731|PSA|prostat|test/i)
    expect((await site.ask('GET', '/api/my-data/result-views', { as: man })).body.views).toEqual([])
  })

  test.each([
    ['his record names no interval', async () => addResult(man, {}, old)],
    [
      'a later result names a later day',
      async () => {
        await addResult(man, { retest_months: 12 }, old)
        await addResult(man, { retest_months: 12 }, { ...old, sampleDate: '2026-07-08' })
      },
    ],
    [
      'he has booked',
      async () => {
        await addResult(man, { retest_months: 12 }, old)
        await book()
      },
    ],
    [
      'he asks to be erased',
      async () => {
        await addResult(man, { retest_months: 12 }, old)
        await site.ask('POST', '/api/my-data/erasure-request', { as: man })
      },
    ],
  ])('is not when %s', async (_, prepare) => {
    await prepare()
    expect(await toldOfTests()).not.toContain(DUE)
    expect(faults).toEqual([])
  })

  test('is, when he has booked and cancelled', async () => {
    await addResult(man, { retest_months: 12 }, old)
    const id = await book()
    await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: man })
    expect(await toldOfTests()).toContain(DUE)
  })
})
