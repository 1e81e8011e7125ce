import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { exampleEvent } from '../../../test/app/example-event.ts'
import { testCharity } from '../../../test/app/settings.ts'
import { everythingAsText } from '../../../test/app/test-app.queries.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { until } from '../../../test/until.ts'
import { type Jobs, startJobs } from '../../jobs/jobs.ts'
import { makeFieldKeys, openFieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson } from '../../platform/keys/sealed-json.ts'
import type { Message } from '../../platform/mail.ts'
import { bookingConfirmed } from '../mails/booking-confirmed.ts'
import { writeDraft } from '../mails/letter.ts'
import type { TemplatedMail } from '../mails/mail-templates.ts'
import { sealMail } from '../mails/sealed-mail.ts'
import { failedMailLines } from './failed-mails.ts'
import { blankMail, cleanUpMails, listFailedMails, retryFailedMail } from './mail-jobs.queries.ts'

const MAIL: Message = {
  to: 'heron@example.org',
  subject: 'Kestrel subject',
  about: 'booked G1',
  text: 'Siskin link',
  html: '<p>Siskin link</p>',
  replyTo: 'wren@example.org',
  calendar: { method: 'PUBLISH', file: 'Dunnock file' },
  qr: 'Bittern code',
}
const CANARIES = ['heron', 'Kestrel', 'Siskin', 'wren', 'Dunnock', 'Bittern']
const fieldKeys = openFieldKeys(makeFieldKeys())
let database: TestDatabase
let jobs: Jobs
let sent: Message[]
let errors: Error[]
let send: (message: Message) => Promise<void>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  sent = []
  errors = []
  send = async (message) => void sent.push(message)
  await database.db.execute(sql`delete from jobs.job`)
  jobs = await start()
})
afterEach(() => jobs.stop())

function start(): Promise<Jobs> {
  const onError = (error: Error) => void errors.push(error)
  return startJobs(
    database,
    { mail: (message) => send(message) },
    { fieldKeys, charity: () => testCharity, onError },
  )
}
const enqueue = (mail: Message | TemplatedMail = MAIL) =>
  database.transaction((tx) => jobs.enqueue(tx, 'mail', mail))
const theJob = async () => {
  const { rows } = await database.db.execute<{
    id: string
    state: string
    data: Record<string, unknown>
    output: unknown
  }>(sql`select id, state, data, output from jobs.job where name = 'mail'`)
  return rows[0]
}
const state = async () => (await theJob())?.state
async function putJob(data: object, { id = randomUUID(), state = 'created' } = {}): Promise<void> {
  await enqueue()
  await database.db.execute(
    sql`update jobs.job set id = ${id}, data = ${JSON.stringify(data)}::jsonb, state = ${state}::jobs.job_state,
      completed_on = case when ${state} = 'created' then null else now() end where name = 'mail'`,
  )
}
async function expectNoCanary(): Promise<void> {
  const stored = await everythingAsText(database.db)
  expect(stored).toContain('booked G1')
  for (const canary of CANARIES) {
    expect(stored).not.toContain(canary)
    expect(stored).not.toContain(Buffer.from(canary).toString('hex'))
  }
}

test('a mail that waits is sealed, and arrives whole', async () => {
  await jobs.stop()
  await enqueue()
  await expectNoCanary()
  jobs = await start()
  await until(() => expect(sent).toEqual([MAIL]))
})

test.each([
  ['2027-01-16T10:20:00Z', '10:20'],
  ['2027-06-16T10:20:00Z', '11:20'],
])('a mail that the worker renders is the same to the letter: %s', async (startsAt, clock) => {
  const booked = {
    reference: 'K7QX-2M9P',
    startsAt: new Date(startsAt),
    endsAt: new Date(Date.parse(startsAt) + 1_200_000),
    sequence: 0,
    changedAt: new Date('2027-01-02T09:00:00Z'),
    event: exampleEvent({ latitude: 52.376, longitude: 1.108 }),
  }
  const params = {
    member: { firstName: 'Heron', email: MAIL.to },
    booked,
    publicUrl: 'https://chaps.example',
    template: 'Subject: See you, {first_name}\n\nKestrel at {when}',
    paid: { pence: 2500, lastDigits: '1881' },
    duePence: 0,
    now: new Date('2027-01-02T09:00:00Z'),
  }
  await jobs.stop()
  const member = { ...params.member, nhsNumber: '9434765919' }
  await enqueue({
    template: 'booking confirmed',
    about: 'booked G1',
    params: { ...params, member },
  })
  await expectNoCanary()
  const { id = '', data } = (await theJob()) ?? {}
  const sealed = Buffer.from(String(data?.sealed), 'base64')
  const stored = JSON.stringify(openJson(fieldKeys, sealed, `jobs.mail|data|${id}`))
  expect(stored).toContain('Kestrel')
  expect(stored).not.toContain(member.nhsNumber)

  jobs = await start()
  await until(() => expect(sent).toHaveLength(1))
  expect(sent).toEqual([writeDraft(bookingConfirmed(params), testCharity)])
  expect(sent[0]?.text).toContain(`When: ${clock} on `)
  await until(async () => expect(await state()).toBe('completed'))
  expect((await theJob())?.data).toEqual({ about: 'booked G1' })
})

test('a job does not name the result of which it asks, for only after red ones it is asked', async () => {
  await enqueue({ ...MAIL, about: 'follow-up 7' })
  expect((await theJob())?.data).not.toHaveProperty('about')
  await until(() => expect(sent).toEqual([{ ...MAIL, about: 'follow-up 7' }]))
  await until(async () => expect((await theJob())?.data).toEqual({}))
})

test('the job of a sent mail only names its subject matter', async () => {
  const tries: string[] = []
  send = async (message) => {
    if (tries.push(message.to) === 1) throw new Error('550 <heron@example.org> not now')
    sent.push(message)
  }
  await enqueue()
  jobs.kick()
  await until(async () => expect(await state()).toBe('retry'))
  await expectNoCanary()
  await until(async () => expect(await state()).toBe('completed'))
  expect(await theJob()).toMatchObject({ data: { about: 'booked G1' }, output: null })
  expect(sent).toEqual([MAIL])
})

test('a mail that failed for good stays sealed, and the office learns its reader and the reason', async () => {
  send = async () => {
    const said = { responseCode: 550, command: 'RCPT TO' }
    throw Object.assign(new Error('550 <heron@example.org> is unknown'), said)
  }
  await enqueue()
  jobs.kick()
  await until(async () => expect(await state()).toBe('failed'))
  await expectNoCanary()
  const mails = await listFailedMails(database.db)
  const [line] = failedMailLines(fieldKeys, mails)
  for (const words of [MAIL.to, MAIL.subject, '550 <heron@example.org> is unknown'])
    expect(line).toContain(words)
  expect(line).not.toContain('Siskin')

  send = async (message) => void sent.push(message)
  expect(await retryFailedMail(database.db, randomUUID())).toBe(false)
  expect(await retryFailedMail(database.db, mails[0]?.id ?? '')).toBe(true)
  jobs.kick()
  await until(async () => expect(await state()).toBe('completed'))
  expect(sent).toEqual([MAIL])
  expect(failedMailLines(fieldKeys, await listFailedMails(database.db))).toEqual([
    'No mail has failed.',
  ])
})

test('a job of an older version, which is readable, goes out and is blanked', async () => {
  const { about: _, ...clear } = MAIL
  await jobs.stop()
  await putJob(clear)
  jobs = await start()
  await until(async () => expect(await state()).toBe('completed'))
  expect(sent).toEqual([clear])
  expect((await theJob())?.data).toEqual({})
})

test('a mail whose process was killed after it blanked the job is not sent again', async () => {
  await jobs.stop()
  await enqueue()
  await blankMail(database.db, { queue: 'mail', id: (await theJob())?.id ?? '' })
  jobs = await start()
  await until(async () => expect(await state()).toBe('completed'))
  expect(sent).toEqual([])
})

test('a mail that could not be blanked is sent once, and blanked by the sweep', async () => {
  await database.owner.pool.query(`
    create function refuse_blank() returns trigger language plpgsql as $$ begin
      if old.data->'sealed' is not null and new.data->'sealed' is null then
        raise exception 'away';
      end if;
      return new; end $$;
    create trigger refuse_blank before update on jobs.job
      for each row execute function refuse_blank()`)
  await enqueue()
  jobs.kick()
  await until(async () => expect(await state()).toBe('completed'))
  expect(sent).toEqual([MAIL])
  expect(errors).toHaveLength(1)
  await database.owner.pool.query('drop trigger refuse_blank on jobs.job')
  expect((await theJob())?.data).toHaveProperty('sealed')
  await cleanUpMails(database.db)
  expect((await theJob())?.data).toEqual({ about: 'booked G1' })
})

test('a sealed mail that was moved to another job is not sent', async () => {
  await jobs.stop()
  await putJob(sealMail(fieldKeys, randomUUID(), MAIL))
  jobs = await start()
  await until(async () => expect(await state()).toBe('retry'))
  expect(sent).toEqual([])
})

test('a mail that failed for good is deleted after a month', async () => {
  await putJob({}, { state: 'failed' })
  const keptFor = async () => {
    const { rows } = await database.db.execute(sql`select deletion_seconds as kept from jobs.job`)
    return rows[0]?.kept
  }
  expect(await keptFor()).toBe(86_400)
  await cleanUpMails(database.db)
  expect(await keptFor()).toBe(30 * 86_400)
})
