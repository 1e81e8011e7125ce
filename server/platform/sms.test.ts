import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testCharity } from '../../test/app/settings.ts'
import { everythingAsText } from '../../test/app/test-app.queries.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { until } from '../../test/until.ts'
import { type Jobs, startJobs } from '../jobs/jobs.ts'
import { failedMailLines } from '../messages/mail-jobs/failed-mails.ts'
import {
  blankMail,
  cleanUpMails,
  listFailedMails,
  retryFailedMail,
} from '../messages/mail-jobs/mail-jobs.queries.ts'
import { sealMail, sealSms } from '../messages/mails/sealed-mail.ts'
import { makeFieldKeys, openFieldKeys } from './keys/field-keys.ts'
import { openSms, type Sms } from './sms.ts'

const SECRET = `whsec_${Buffer.from('siskin and heron and wren').toString('base64')}`
const SMS: Sms = {
  phone: '+447700900123',
  subject: 'Kestrel subject',
  about: 'booked G1',
  text: 'CHAPS: 10:20 on 16 January, Siskin Hall.',
}
const CANARIES = ['7700900123', 'Kestrel', 'Siskin']
const now = () => new Date('2027-01-12T09:00:00Z')
const fieldKeys = openFieldKeys(makeFieldKeys())
type Posted = { body: string; headers: IncomingHttpHeaders }
let database: TestDatabase
let hook: Server
let posted: Posted[]
/** Statuses of the hook's next answers; then 204. */
let answers: number[]
let jobs: Jobs
beforeAll(async () => {
  database = await openTestDatabase()
  hook = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    posted.push({ body, headers: request.headers })
    response.writeHead(answers.shift() ?? 204).end()
  })
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
})
afterAll(async () => {
  hook.close()
  await database.close()
})
beforeEach(async () => {
  posted = []
  answers = []
  await database.db.execute(sql`delete from jobs.job`)
  jobs = await start()
})
afterEach(() => jobs.stop())

function start(): Promise<Jobs> {
  const { port } = hook.address() as AddressInfo
  const sms = openSms({
    hook: { url: `http://127.0.0.1:${port}/sms`, secret: SECRET },
    mailbox: null,
    now,
  })
  if (!sms) throw new Error('the hook is not used')
  return startJobs(
    database,
    { sms },
    { fieldKeys, charity: () => testCharity, onError: () => undefined },
  )
}
async function enqueue(): Promise<void> {
  await database.transaction((tx) => jobs.enqueue(tx, 'sms', SMS))
  jobs.kick()
}
const theJob = async () => {
  const { rows } = await database.db.execute<{ id: string; state: string; data: unknown }>(
    sql`select id, state, data from jobs.job where name = 'sms'`,
  )
  return rows[0]
}
const reaches = (state: string) => until(async () => expect((await theJob())?.state).toBe(state))
async function expectNoCanary(): Promise<void> {
  const stored = await everythingAsText(database.db)
  expect(stored).toContain('booked G1')
  for (const canary of CANARIES) expect(stored).not.toContain(canary)
}

test('an SMS is sealed while it waits, handed to the hook with its signature, and blanked', async () => {
  await jobs.stop()
  await enqueue()
  await expectNoCanary()
  jobs = await start()
  await reaches('completed')
  const [{ body, headers } = { body: '', headers: {} }, ...more] = posted
  expect(more).toEqual([])
  expect(JSON.parse(body)).toEqual({ phone: '447700900123', message: SMS.text })
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  expect(signature).toBe(`v1,${expected}`)
  expect(await theJob()).toMatchObject({ id, data: { about: 'booked G1' } })
})

test('an unavailable hook gets the SMS again with the same id', async () => {
  answers = [503]
  await enqueue()
  await reaches('retry')
  await expectNoCanary()
  await reaches('completed')
  const ids = posted.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([(await theJob())?.id, (await theJob())?.id])
})

test.each([400, 422])(
  'a hook that refuses the number for good with %i gets it once, until the office sends it again',
  async (status) => {
    answers = [status]
    await enqueue()
    await reaches('failed')
    await expectNoCanary()
    const failed = await listFailedMails(database.db)
    const [line] = failedMailLines(fieldKeys, failed)
    for (const words of [SMS.phone, SMS.subject, `The SMS hook answered ${status}`])
      expect(line).toContain(words)
    expect(line).not.toContain('Siskin')
    expect(posted).toHaveLength(1)

    expect(await retryFailedMail(database.db, failed[0]?.id ?? '')).toBe(true)
    jobs.kick()
    await reaches('completed')
    expect(posted).toHaveLength(2)
  },
)

test('an SMS whose process was killed after it blanked the job is not sent again', async () => {
  await jobs.stop()
  await enqueue()
  await blankMail(database.db, { queue: 'sms', id: (await theJob())?.id ?? '' })
  jobs = await start()
  await reaches('completed')
  expect(posted).toEqual([])
})

test('a sealed mail or SMS in the place of another is not sent', async () => {
  await jobs.stop()
  await enqueue()
  const { id = '' } = (await theJob()) ?? {}
  const mail = { to: 'heron@example.org', subject: SMS.subject, text: SMS.text }
  const other = crypto.randomUUID()
  for (const data of [sealMail(fieldKeys, id, mail), sealSms(fieldKeys, other, SMS)]) {
    await database.db.execute(
      sql`update jobs.job set data = ${JSON.stringify(data)}::jsonb, state = 'created'`,
    )
    jobs = await start()
    await reaches('retry')
    await jobs.stop()
  }
  expect(posted).toEqual([])
})

test('the sweep blanks a sent SMS that could not be blanked, and keeps failed ones for a month', async () => {
  await jobs.stop()
  await enqueue()
  await database.db.execute(sql`update jobs.job set state = 'completed', completed_on = now()`)
  await cleanUpMails(database.db)
  expect((await theJob())?.data).toEqual({ about: 'booked G1' })
  await database.db.execute(sql`update jobs.job set state = 'failed'`)
  await cleanUpMails(database.db)
  const { rows } = await database.db.execute(sql`select deletion_seconds as kept from jobs.job`)
  expect(rows).toEqual([{ kept: 30 * 86_400 }])
})

test('without a hook the local mailbox takes it; in production nothing does', async () => {
  const mails: unknown[] = []
  const mailbox = async (mail: unknown) => void mails.push(mail)
  await openSms({ hook: null, mailbox, now })?.(SMS, 'the id')
  expect(mails).toEqual([
    {
      id: 'the id',
      to: '447700900123@sms.invalid',
      subject: 'SMS to +447700900123',
      text: SMS.text,
    },
  ])
  expect(openSms({ hook: null, mailbox: null, now })).toBeNull()
})
