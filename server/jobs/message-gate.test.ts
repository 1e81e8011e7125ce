import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { until } from '../../test/until.ts'
import type { Sms } from '../platform/sms.ts'

const START = new Date('2027-01-12T09:00:00Z')
const PHONE = '+447700900123'
let site: TestApp
let count = 0
beforeEach(async () => {
  site = await openTestApp({ now: START, settings: { rateLimitScale: 1 } })
})
afterEach(() => site.close())

type Job = { state: string; sent: boolean; about: string }

function sms(kind: string, reference = `G${++count}`, phone = PHONE): Sms {
  return { phone, subject: kind, about: `${kind} ${reference}`, text: `${kind} ${reference}` }
}

async function enqueue(...messages: Sms[]): Promise<void> {
  const { database, jobs } = site.deps
  for (const one of messages) await database.transaction((tx) => jobs.enqueue(tx, 'sms', one))
  jobs.kick()
}

async function jobs(queue = 'sms'): Promise<Job[]> {
  const { rows } = await site.deps.database.pool.query<Job>(
    `select state, data->>'about' as about, data ? 'sealed' as sent from jobs.job
      where name = $1 order by created_on, id`,
    [queue],
  )
  return rows
}

const settled = () =>
  until(async () =>
    expect((await jobs()).filter(({ state }) => ['retry', 'active'].includes(state))).toEqual([]),
  )
const sentTexts = () => site.smses.map(({ text }) => text)

test('a number gets ten SMS a day; a move more is dropped, a cancellation and news wait for the office', async () => {
  for (let n = 0; n < 10; n++) await enqueue(sms('sms-booked', `G${n}0`))
  await until(() => expect(site.smses).toHaveLength(10))
  await enqueue(sms('sms-moved'), sms('sms-cancelled'), sms('sms-news', '7'))
  await until(async () =>
    expect((await jobs()).slice(10).map(({ state }) => state)).toEqual([
      'completed',
      'failed',
      'failed',
    ]),
  )
  expect(site.smses).toHaveLength(10)
  await enqueue(sms('sms-news', '8', '+447700900124'))
  await until(() => expect(sentTexts()).toContain('sms-news 8'))
  site.moveTo(new Date(START.getTime() + 24 * 3_600_000))
  await enqueue(sms('sms-booked', 'G99'))
  await until(() => expect(sentTexts()).toContain('sms-booked G99'))
})

test('of one appointment only the last state is sent within ten minutes', async () => {
  await enqueue(sms('sms-booked', 'GX'))
  await until(() => expect(site.smses).toHaveLength(1))
  await enqueue(sms('sms-moved', 'GX'))
  await until(async () => expect((await jobs())[1]?.state).toBe('created'))
  await enqueue(sms('sms-cancelled', 'GX'))
  await settled()
  expect(sentTexts()).toEqual(['sms-booked GX'])
  site.moveTo(new Date(START.getTime() + 10 * 60_000))
  await site.ownerPool.query("update jobs.job set start_after = now() where state = 'created'")
  site.deps.jobs.kick()
  await until(() => expect(sentTexts()).toEqual(['sms-booked GX', 'sms-cancelled GX']))
  await settled()
  expect(site.smses).toHaveLength(2)
})

test('an address gets fifty mails a day about its record; the next waits for the office', async () => {
  const { database, jobs: queue } = site.deps
  const mail = (n: number) => ({
    to: n % 2 ? 'wren@example.org' : 'Wren@example.org',
    subject: `mail ${n}`,
    text: 'text',
    about: `moved G${n}`,
  })
  await database.transaction(async (tx) => {
    for (let n = 0; n <= 50; n++) await queue.enqueue(tx, 'mail', mail(n))
  })
  queue.kick()
  await until(async () =>
    expect((await jobs('mail')).filter(({ state }) => state === 'failed')).toHaveLength(1),
  )
  await until(() => expect(site.mails).toHaveLength(50))
  await database.transaction((tx) =>
    queue.enqueue(tx, 'mail', { to: 'wren@example.org', subject: 'of nobody', text: 'text' }),
  )
  queue.kick()
  await until(() => expect(site.mails).toHaveLength(51))
})
