import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { openNotices, START } from '../../../test/app/notices.ts'
import type { TestMember } from '../../../test/app/test-app.ts'
import { attendance, results, retests } from '../../platform/db/schema.ts'

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

describe('a result', () => {
  test('is mailed once it is released, without its content', async () => {
    await notices.addResult(member, { band: 'Amber', retest_months: 3 })
    notices.at('01-05T11:59:59')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([])
    notices.at('01-05T12:00:00')
    await notices.send()
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual(['Your CHAPS result is ready'])
    const mail = JSON.stringify((await notices.mailsTo(member))[0])
    expect(mail).not.toMatch(/7\.7731|ng.ml|Kestrel|Amber|PSA|prostat/i)
    expect(mail).toContain('http://localhost:3000/medical-results')
  })

  test('without a value sends a mail that does not call it ready', async () => {
    await notices.addResult(member, { test_result: null })
    notices.at('01-06T09:00:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual(['There is news about your CHAPS result'])
  })

  test('from years ago, entered now, sends no mail; nor does one that is not released', async () => {
    await notices.addResult(member, {}, { releasedAt: new Date('2024-01-05T12:00:00Z') })
    await notices.addResult(member, {}, { releasedAt: null })
    notices.at('01-06T09:00:00')
    await notices.send()
    expect(await notices.subjectsTo(member)).toEqual([])
  })
})

describe('the next test', () => {
  const DUE = 'It is time for your next CHAPS appointment'
  const old = { sampleDate: '2026-01-08', releasedAt: new Date('2026-01-15T12:00:00Z') }
  beforeEach(() => notices.at('01-08T09:00:00'))

  async function toldOfTests(): Promise<string[]> {
    await notices.remindOfTests()
    await notices.remindOfTests()
    return notices.subjectsTo(member)
  }

  test('is reminded of on its day, once', async () => {
    await notices.addResult(member, { retest_months: 12 }, old)
    notices.at('01-08T08:59:59')
    expect(await toldOfTests()).toEqual([])
    notices.at('01-08T09:00:00')
    expect(await toldOfTests()).toEqual([DUE])
    const [mail] = await notices.mailsTo(member)
    expect(mail?.text).toContain('due from 8 January 2027.')
    expect(JSON.stringify(mail)).not.toMatch(/7\.7731|PSA|prostat|test/i)
    expect(
      (await notices.site.ask('GET', '/api/my-data/result-views', { as: member })).body.views,
    ).toEqual([])
  })

  test.each([
    ['the record names no interval', async () => notices.addResult(member, {}, old)],
    [
      'a later result names a later day',
      async () => {
        await notices.addResult(member, { retest_months: 12 }, old)
        await notices.addResult(member, { retest_months: 12 }, { ...old, sampleDate: '2026-07-08' })
      },
    ],
    [
      'the member has booked',
      async () => {
        await notices.addResult(member, { retest_months: 12 }, old)
        await notices.book(member, event)
      },
    ],
    [
      'the member asks to be erased',
      async () => {
        await notices.addResult(member, { retest_months: 12 }, old)
        await notices.site.ask('POST', '/api/my-data/erasure-request', { as: member })
      },
    ],
  ])('is not when %s', async (_, prepare) => {
    await prepare()
    expect(await toldOfTests()).not.toContain(DUE)
    expect(notices.faults).toEqual([])
  })

  test('has a row until its reminder or its end, with a day that does not tell the interval', async () => {
    const dueDays = async () => {
      const { db } = notices.site.deps.database
      const days = { dueOn: retests.dueOn }
      const ofMember = db
        .select(days)
        .from(retests)
        .innerJoin(results, eq(results.id, retests.resultId))
      return (await ofMember.where(eq(results.memberId, member.id)).orderBy(retests.dueOn)).map(
        ({ dueOn }) => dueOn,
      )
    }
    const on = (sampleDate: string) => ({ ...old, sampleDate })
    await notices.addResult(member, {}, on('2026-01-08'))
    await notices.addResult(member, { retest_months: 12 }, on('2025-11-09'))
    await notices.addResult(member, { retest_months: 12 }, on('2025-11-10'))
    await notices.addResult(member, { retest_months: 12 }, on('2026-01-08'))
    expect(await dueDays()).toEqual([null, null, null, null])
    notices.at('01-07T09:00:00')
    await notices.remindOfTests()
    // What is due later stands there as what has no interval; what is due already as what was.
    expect(await dueDays()).toEqual(['2026-11-09', '2026-11-10', '2027-01-08', '2027-01-08'])
    notices.at('01-08T09:00:00')
    expect(await toldOfTests()).toEqual([DUE])
    expect(await dueDays()).toEqual(['2026-11-10', '2027-02-08'])
    notices.at('02-08T09:00:00')
    await notices.remindOfTests()
    expect(await dueDays()).toEqual(['2027-03-08'])
  })

  test('that was stored with its real day is looked at each month like all others', async () => {
    const { db } = notices.site.deps.database
    await notices.addResult(member, { retest_months: 14 }, old)
    await db.update(retests).set({ dueOn: '2027-03-08' })
    await notices.remindOfTests()
    const days = await db.select({ dueOn: retests.dueOn }).from(retests)
    expect(days).toContainEqual({ dueOn: '2027-02-08' })
    expect(days).not.toContainEqual({ dueOn: '2027-03-08' })
    notices.at('03-08T09:00:00')
    expect(await toldOfTests()).toEqual([DUE])
  })

  test.each([
    ['did_not_attend', [DUE]],
    ['not_sampled', [DUE]],
    ['sampled', []],
    ['expected', []],
  ] as const)('follows the day of a booking: %s', async (state, expected) => {
    await notices.addResult(member, { retest_months: 12 }, old)
    const appointmentId = await notices.book(member, event)
    const { db } = notices.site.deps.database
    await db
      .insert(attendance)
      .values({ appointmentId, eventId: event.event_id, state, since: START })
    expect((await toldOfTests()).filter((subject) => subject === DUE)).toEqual(expected)
  })

  test('is, after a booking and its cancellation', async () => {
    await notices.addResult(member, { retest_months: 12 }, old)
    const id = await notices.book(member, event)
    await notices.site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
    expect(await toldOfTests()).toContain(DUE)
  })
})
