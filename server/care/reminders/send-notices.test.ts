import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { openNotices, START } from '../../../test/app/notices.ts'
import type { TestMember } from '../../../test/app/test-app.ts'
import { insertProduct } from '../../events/publishing.queries.ts'

let notices: Awaited<ReturnType<typeof openNotices>>
let member: TestMember
let event: CharityEvent
beforeAll(async () => {
  notices = await openNotices()
})
afterAll(() => notices.site.close())
beforeEach(async () => {
  notices.site.moveTo(START)
  notices.faults.length = 0
  member = await notices.site.member({ firstName: 'Zoë' })
  event = await notices.site.event()
})

const COMING_UP = 'Your CHAPS appointment is coming up: 10:20 on Saturday 16 January 2027'

describe('an appointment', () => {
  test('gets reminders a week and two days before, with all details', async () => {
    await notices.book(member, event)
    notices.at('01-09T08:59:59')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([])
    notices.at('01-09T09:00:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([COMING_UP])
    notices.at('01-13T08:59:59')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([COMING_UP])
    notices.at('01-13T09:00:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([COMING_UP, COMING_UP])

    const [, reminder] = await notices.mailsTo(member)
    for (const form of [reminder?.text, reminder?.html]) {
      for (const said of [
        ...['Dear Zoë,', '10:20 on Saturday 16 January 2027', 'Colchester', 'Total PSA Test'],
        ...['48 hours', 'Do not do hard exercise', 'Eat and drink as usual', 'finasteride'],
        'until 10:20 on Thursday 14 January 2027',
        'http://localhost:3000/upcoming-events',
      ]) {
        expect(form).toContain(said)
      }
    }
  })

  test('gets the first as many days before as is in force, and none again after a change', async () => {
    const { site } = notices
    await notices.book(member, event)
    const setDays = async (version: number, reminder_days: string) => {
      const as = await site.staff(['admin'])
      const body = { version, values: { reminder_days } }
      const { status } = await site.ask('PUT', '/api/office/settings/reminders', { as, body })
      expect(status).toBe(200)
    }
    await setDays(0, '5')
    notices.at('01-11T08:59:59')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([])
    notices.at('01-11T09:00:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([COMING_UP])
    await setDays(1, '7')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([COMING_UP])
  })

  test('has a late reminder after an outage, which says what is still possible', async () => {
    await notices.book(member, event)
    notices.at('01-14T10:21:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([COMING_UP])
    const reminder = (await notices.mailsTo(member)).at(-1)
    expect(reminder?.text).toContain('you can no longer change or cancel it online. Please call')
    expect(reminder?.text).not.toContain('until 10:20 on Thursday')
    notices.at('01-16T08:30:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([COMING_UP])
  })

  test('gets no reminder just before the start or after it', async () => {
    await notices.book(member, event)
    notices.at('01-16T08:20:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([])
  })

  test('gets no reminder that was due before the booking', async () => {
    notices.at('01-09T09:00:00')
    await notices.book(member, event)
    notices.at('01-09T09:01:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([])
    notices.at('01-13T09:00:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([COMING_UP])
  })

  test('that is cancelled is not reminded of', async () => {
    const id = await notices.book(member, event)
    await notices.site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
    notices.at('01-09T09:00:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([expect.stringContaining('is cancelled')])
  })

  test.each([
    [
      'cancelled',
      (id: number) => notices.site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member }),
    ],
    ['moved', (id: number) => move(id, '11:00')],
  ])('that is %s while it is looked at is not reminded of as it was', async (_, change) => {
    const id = await notices.book(member, event)
    notices.at('01-09T09:00:00')
    const { database } = notices.site.deps
    const transaction: typeof database.transaction = async (work) => {
      await change(id)
      return database.transaction(work)
    }
    await notices.send({ ...notices.site.deps, database: { ...database, transaction } })
    expect(await notices.subjectsTo(member)).toEqual([
      expect.stringMatching(/is cancelled|has a new time/),
    ])
  })

  test('that is moved has the reminders of its new time, and each once', async () => {
    const id = await notices.book(member, event)
    notices.at('01-09T09:00:00')
    await notices.send()
    await move(id, '11:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([
      COMING_UP,
      expect.stringContaining('has a new time'),
    ])
    notices.at('01-13T09:00:00')
    await notices.send()
    expect((await notices.subjectsTo(member)).at(-1)).toContain('coming up: 11:00 on')
    expect(await notices.subjectsTo(member)).toHaveLength(3)
  })

  test('has the product’s own words, escaped', async () => {
    const { db } = notices.site.deps.database
    const emailTemplate =
      'Subject: See you at {when}\n\nDear {first_name}, ask for <b>Ann</b>: {reference}.'
    const productId = await insertProduct(db, { name: 'Own', pricePence: 0, emailTemplate })
    event = await notices.site.event({ productId })
    await notices.book(member, event)
    notices.at('01-09T09:00:00')
    await notices.send()
    const mails = await notices.mailsTo(member)
    const when = '10:20 on Saturday 16 January 2027'
    expect(mails.map(({ subject }) => subject)).toEqual([
      `See you at ${when}`,
      `Reminder: See you at ${when}`,
    ])
    for (const { text, html } of mails) {
      expect(text).toMatch(/Dear Zoë, ask for <b>Ann<\/b>: [A-Z0-9]{4}-[A-Z0-9]{4}\./)
      expect(html).not.toContain('<b>Ann')
      expect(text).toContain('Do not do hard exercise')
    }
  })
})

test('a product whose words cannot be used is not added', async () => {
  const product = { name: 'Own', pricePence: 0, emailTemplate: 'Dear {nobody}' }
  const adding = insertProduct(notices.site.deps.database.db, product)
  await expect(adding).rejects.toThrow('{nobody} is not a placeholder')
})

describe('a released result', () => {
  const READY = 'Your CHAPS result is ready'

  test('is announced however long the rounds were stopped', async () => {
    await notices.addResult(member)
    notices.at('01-05T11:59:59')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([])
    notices.at('03-05T12:00:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([READY])
    expect(await unannounced()).toBe(0)
  })

  test('that was withheld for weeks is announced when it may be read', async () => {
    await notices.addResult(member)
    const { pool } = notices.site.deps.database
    await pool.query(
      `insert into identity_reviews (member_id, kind, nhs_number_index, raised_at, withholds)
         values ($1, 'shared nhs number', '\\x01', $2, true)`,
      [member.id, START],
    )
    notices.at('01-30T12:00:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([])
    await pool.query(
      `update identity_reviews set outcome = 'confirmed', decided_at = $2, decided_by = 'Ann', note = '-'
         where member_id = $1`,
      [member.id, notices.site.deps.now()],
    )
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([READY])
  })

  test('that was replaced meanwhile is not announced, what replaces it is', async () => {
    await notices.addResult(member)
    const [first] = await resultsOf(member)
    await notices.addResult(member, {}, { supersedesId: Number(first?.id) })
    notices.at('01-06T12:00:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toHaveLength(1)
    expect(await unannounced()).toBe(0)
  })

  test('that is entered more than two weeks later is not announced', async () => {
    notices.at('01-19T12:00:00')
    await notices.addResult(member)
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([])
  })

  const resultsOf = async ({ id }: TestMember) =>
    (
      await notices.site.deps.database.pool.query('select id from results where member_id = $1', [
        id,
      ])
    ).rows
  async function unannounced(): Promise<number> {
    const { rows } = await notices.site.deps.database.pool.query(
      `select count(*)::int as n from unannounced_results u join results r on r.id = u.result_id
         where r.member_id = $1`,
      [member.id],
    )
    return rows[0].n
  }
})

async function move(id: number, time: string): Promise<void> {
  const body = { appt_time: time }
  const answer = await notices.site.ask('PUT', `/api/appointments/${id}/update`, {
    as: member,
    body,
  })
  expect(answer.status).toBe(200)
}

describe('each is sent once', () => {
  test('however many processes look at the same time, and again', async () => {
    const members = new Map([
      ['10:00', member],
      ['10:20', await notices.site.member()],
      ['10:40', await notices.site.member()],
    ])
    for (const [time, one] of members) await notices.book(one, event, time)
    notices.at('01-09T09:00:00')
    await Promise.all(Array.from({ length: 8 }, () => notices.send()))
    await notices.send()
    for (const [time, one] of members)
      expect(await notices.subjectsTo(one)).toEqual([COMING_UP.replace('10:20', time)])
    expect(notices.faults).toEqual([])
  })

  test('of a result and a next test as well', async () => {
    const old = { sampleDate: '2026-01-05', releasedAt: new Date('2027-01-05T12:00:00Z') }
    await notices.addResult(member, { retest_months: 12 }, old)
    notices.at('01-06T12:00:00')
    await Promise.all(
      Array.from({ length: 8 }, () => [notices.send(), notices.remindOfTests()]).flat(),
    )
    expect((await notices.subjectsTo(member)).sort()).toEqual([
      'It is time for your next CHAPS appointment',
      'Your CHAPS result is ready',
    ])
    expect(notices.faults).toEqual([])
  })

  test('and not while it cannot be written together: neither mail nor notice, then both', async () => {
    await notices.book(member, event)
    notices.at('01-09T09:00:00')
    const enqueue = () => Promise.reject(new Error('the queue is away'))
    await notices.send({ ...notices.site.deps, jobs: { ...notices.site.deps.jobs, enqueue } })
    expect(notices.faults.map(({ message }) => message)).toContain('the queue is away')
    expect(await notices.subjectsTo(member)).toEqual([])
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([COMING_UP])
  })

  test('and one that fails holds up no other', async () => {
    const other = await notices.site.member()
    await notices.addResult(member, {}, { sealed: Buffer.from('spoilt'), sampleDate: null })
    await notices.addResult(other)
    notices.at('01-09T09:00:00')
    await notices.send()
    expect(notices.faults).not.toEqual([])
    expect(await notices.subjectsTo(member)).toEqual([])
    expect(await notices.subjectsTo(other)).toEqual(['Your CHAPS result is ready'])
  })
})
