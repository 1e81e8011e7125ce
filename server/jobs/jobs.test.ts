import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testCharity } from '../../test/app/settings.ts'
import { createEmptyDatabase, openTestDatabase } from '../../test/database/database.ts'
import { flushCounts } from '../../test/growth/history.queries.ts'
import { until } from '../../test/until.ts'
import { readEnv } from '../platform/config/env.ts'
import { type Database, openDatabase, queryableOn } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { prepareJobs } from '../platform/job-queues.ts'
import { makeFieldKeys, openFieldKeys } from '../platform/keys/field-keys.ts'
import type { JobLine } from '../platform/log.ts'
import { type Message, openMail } from '../platform/mail.ts'
import { collectQueues } from '../platform/queues-of-work.ts'
import { withRequestId } from '../platform/request-id.ts'
import { type Jobs, startJobs } from './jobs.ts'

const fieldKeys = openFieldKeys(makeFieldKeys())
let database: Database
let jobs: Jobs
let handled: { data: Message; id: string }[]
let handle: (data: Message, id: string) => Promise<void>
let errors: Error[]
let lines: JobLine[]
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  handled = []
  errors = []
  lines = []
  handle = async (data, id) => void handled.push({ data, id })
  jobs = await startJobs(
    database,
    { mail: (data, id) => handle(data, id) },
    // Of which one batch may have some that fail.
    {
      fieldKeys,
      charity: () => testCharity,
      onError: (error) => errors.push(error),
      onJob: (line) => lines.push(line),
      mailsAtOnce: 4,
    },
  )
})
afterEach(async () => {
  await jobs.stop()
  expect(errors).toEqual([])
})

describe('a job that is added in a transaction', () => {
  test('is done once the transaction was committed', async () => {
    await database.transaction((tx) => jobs.enqueue(tx, 'mail', mailTo('committed')))
    jobs.kick()
    await until(() => expect(handled).toEqual([{ data: mailTo('committed'), id: anId }]))
  })

  test('is the only one that its commit fetches', async () => {
    const add = () =>
      database.transaction((tx) => jobs.enqueue(tx, 'mail', mailTo('of this commit')))
    const { queues } = await collectQueues(add)
    expect([...queues]).toEqual(['mail'])
    jobs.kick(queues)
    await until(() => expect(handled).toHaveLength(1))
  })

  test('is not seen by anyone before that', async () => {
    await database.transaction(async (tx) => {
      await jobs.enqueue(tx, 'mail', mailTo('waiting'))
      const seen = await database.db.execute(
        sql`select 1 from jobs.job where data->>'about' = 'waiting'`,
      )
      expect(seen.rows).toEqual([])
    })
    jobs.kick()
    await until(() => expect(handled).toHaveLength(1))
  })

  test('was never there when the transaction was rolled back', async () => {
    const work = database.transaction(async (tx) => {
      await jobs.enqueue(tx, 'mail', mailTo('rolled back'))
      throw new Error('no place is free')
    })
    await expect(work).rejects.toThrow('no place is free')
    await database.transaction((tx) => jobs.enqueue(tx, 'mail', mailTo('marker')))
    jobs.kick()
    await until(() => expect(handled).toHaveLength(1))
    expect(handled[0]?.data.to).toBe('marker')
    const left = await database.db.execute(
      sql`select 1 from jobs.job where data->>'about' = 'rolled back'`,
    )
    expect(left.rows).toEqual([])
  })

  test('is done without a kick too, since another process may have added it', async () => {
    await database.transaction((tx) => jobs.enqueue(tx, 'mail', mailTo('unkicked')))
    await until(() => expect(handled).toHaveLength(1))
  })
})

describe('a job that fails', () => {
  test('is tried again as the same job, and does not hold up the others', async () => {
    const tries: string[] = []
    handle = async (data, id) => {
      if (data.to === 'unlucky' && tries.push(id) < 2) throw new Error('not now')
      handled.push({ data, id })
    }
    await database.transaction(async (tx) => {
      await jobs.enqueue(tx, 'mail', mailTo('unlucky'))
      await jobs.enqueue(tx, 'mail', mailTo('lucky'))
    })
    jobs.kick()
    await until(() => expect(handled).toHaveLength(2))
    expect(handled.map(({ data }) => data.to)).toEqual(['lucky', 'unlucky'])
    expect(new Set(tries).size).toBe(1)
  })

  test('for good is not tried again, and stays to be looked at', async () => {
    handle = async () => {
      throw refusal('no such mailbox', { responseCode: 550, command: 'RCPT TO' })
    }
    await database.transaction((tx) => jobs.enqueue(tx, 'mail', mailTo('nobody')))
    jobs.kick()
    await until(async () => {
      const { rows } = await database.db.execute(
        sql`select state from jobs.job where data->>'about' = 'nobody'`,
      )
      expect(rows).toEqual([{ state: 'failed' }])
    })
  })
})

test('a mail is sent without reading those that were sent before', async () => {
  await database.db.execute(sql`
    insert into jobs.job (name, state, data)
      select 'mail', 'completed', '{"about": "before"}' from generate_series(1, 3000)`)
  const before = await entriesRead()
  await database.transaction((tx) => jobs.enqueue(tx, 'mail', mailTo('the next')))
  jobs.kick()
  await until(async () => {
    const { rows } = await database.db.execute(
      sql`select state from jobs.job where data->>'about' = 'the next'`,
    )
    expect(rows).toEqual([{ state: 'completed' }])
  })
  expect((await entriesRead()) - before).toBeLessThan(1_000)
  await database.db.execute(sql`delete from jobs.job where data->>'about' = 'before'`)
})

const FOR_GOOD = { responseCode: 550, command: 'RCPT TO' }

describe('the log of jobs', () => {
  test('names the request that added a job, and the jobs that this one added', async () => {
    handle = async (data) => {
      if (data.to !== 'first') return
      await database.transaction((tx) => jobs.enqueue(tx, 'mail', mailTo('second')))
    }
    await withRequestId('request-1', () =>
      database.transaction((tx) => jobs.enqueue(tx, 'mail', mailTo('first'))),
    )
    jobs.kick()
    const line = { queue: 'mail', job: anId, reqId: 'request-1', ms: expect.any(Number) }
    await until(() => expect(lines).toEqual([line, line]))
  })

  test('says why a job failed, without the address that a mail server quotes', async () => {
    handle = () => Promise.reject(refusal('no such user <james@example.org>', FOR_GOOD))
    await database.transaction((tx) => jobs.enqueue(tx, 'mail', mailTo('james@example.org')))
    jobs.kick()
    await until(() => expect(lines).toMatchObject([{ queue: 'mail', err: { type: 'Error' } }]))
    expect(lines[0]).not.toHaveProperty('reqId')
    expect(JSON.stringify(lines)).not.toContain('james')
  })
})

test('mails wait while the server refuses us, and not them: the office can mend that', async () => {
  const refusals = new Map([
    ['password', refusal('we sign in wrongly', { responseCode: 535, command: 'AUTH PLAIN' })],
    ['sender', refusal('we may not send as this', { responseCode: 550, command: 'MAIL FROM' })],
    ['we', refusal('nothing is taken from us', { responseCode: 554, command: 'CONN' })],
  ])
  handle = async (data, id) => {
    const refused = refusals.get(data.to)
    refusals.delete(data.to)
    if (refused) throw refused
    handled.push({ data, id })
  }
  const names = [...refusals.keys()]
  for (const name of names)
    await database.transaction((tx) => jobs.enqueue(tx, 'mail', mailTo(name)))
  jobs.kick()
  await until(() => expect(handled.map(({ data }) => data.to).sort()).toEqual(names))
})

test('while the mail server refuses, mails wait; when it recovers, each arrives', async () => {
  const server = await startRefusingServer()
  const mail = openMail(server.url, 'bookings@example.org')
  handle = (data, id) => mail.send({ ...data, id })
  const names = Array.from({ length: 12 }, (_, n) => `man-${n}@example.org`)
  for (const name of names)
    await database.transaction((tx) => jobs.enqueue(tx, 'mail', mailTo(name)))
  jobs.kick()
  await until(() => expect(server.refused()).toBeGreaterThanOrEqual(names.length))
  expect(server.taken).toEqual([])

  server.recover()
  await until(() => expect(server.taken.toSorted()).toEqual(names.toSorted()))
  mail.close()
  await server.stop()
})

// One at a time sends 6.7 a second, and 5,000 in two minutes are 41.7 a second.
test('as many mails leave at a time as the setting, 6.25 times as fast as one at a time', async () => {
  const { atOnce } = readEnv({}).mail
  await jobs.stop()
  const one = await sendSlowly(16, 1)
  expect(one.mostAtOnce).toBe(1)
  // The best of several rounds counts, since other load only slows a round down.
  let best = 0
  for (let round = 0; round < 8 && best < 6.25; round++) {
    const several = await sendSlowly(16 * atOnce, atOnce)
    expect(several.mostAtOnce).toBe(atOnce)
    best = Math.max(best, one.msEach / several.msEach)
  }
  expect(best).toBeGreaterThanOrEqual(6.25)
})

/** Sends `count` mails to a server that needs 150 ms for each; `msEach` is the time divided by it. */
async function sendSlowly(count: number, mailsAtOnce: number) {
  const server = await startSlowServer()
  const mail = openMail(server.url, 'bookings@example.org', { atOnce: mailsAtOnce })
  const to = Array.from({ length: count }, (_, n) => `man-${n}@example.org`)
  await database.transaction(async (tx) => {
    for (const address of to) await jobs.enqueue(tx, 'mail', mailTo(address))
  })
  const begun = performance.now()
  const running = await startJobs(
    database,
    { mail: (data, id) => mail.send({ ...data, id }) },
    { fieldKeys, charity: () => testCharity, onError: (error) => errors.push(error), mailsAtOnce },
  )
  await until(() => expect(server.taken).toHaveLength(count))
  const msEach = (performance.now() - begun) / count
  expect(server.taken.toSorted()).toEqual(to.toSorted())
  await running.stop()
  mail.close()
  await server.stop()
  return { msEach, mostAtOnce: server.mostAtOnce() }
}

test('of all processes one sweeps, once an hour, also after they start again', async () => {
  let sweeps = 0
  const sweep = async () => {
    sweeps += 1
  }
  const start = () =>
    startJobs(
      database,
      { mail: handle, sweep },
      { fieldKeys, charity: () => testCharity, onError: (error) => errors.push(error) },
    )
  const processes = await Promise.all([start(), start(), start()])
  await until(() => expect(sweeps).toBe(1))
  await Promise.all(processes.map(({ stop }) => stop()))
  const again = await start()
  // A second sweep job would have run before this mail.
  await database.transaction((tx) => again.enqueue(tx, 'mail', mailTo('afterwards')))
  again.kick()
  await until(() => expect(handled).toHaveLength(1))
  const { rows } = await database.db.execute(sql`select state from jobs.job where name = 'sweep'`)
  expect(rows).toEqual([{ state: 'completed' }])
  await again.stop()
  expect(sweeps).toBe(1)
})

test('a process is ready while it looks for work', async () => {
  await until(() => expect(jobs.ready()).toBe(true))
})

test('servers that start at once on an empty database share one set of queues', async () => {
  const url = await createEmptyDatabase()
  const starters = Array.from({ length: 4 }, () => openDatabase(url, { max: 3 }))
  await Promise.all(
    starters.map(async ({ pool }) => {
      await migrate(pool)
      await prepareJobs(pool)
    }),
  )
  const answers = await Promise.all(
    starters.map(({ pool }) =>
      pool.query('select name, retry_limit from jobs.queue order by name'),
    ),
  )
  expect(answers[0]?.rows).toEqual([
    { name: 'advanceWaitingLists', retry_limit: 0 },
    { name: 'alertNear', retry_limit: 100 },
    { name: 'applyRetention', retry_limit: 0 },
    { name: 'bulkActions', retry_limit: 0 },
    { name: 'carryOutErasures', retry_limit: 0 },
    { name: 'chaseLoops', retry_limit: 0 },
    { name: 'checkChains', retry_limit: 0 },
    { name: 'findDoubles', retry_limit: 0 },
    { name: 'mail', retry_limit: 300 },
    { name: 'newsletters', retry_limit: 0 },
    { name: 'reconcilePayments', retry_limit: 0 },
    { name: 'remindOfTests', retry_limit: 0 },
    { name: 'sealRows', retry_limit: 0 },
    { name: 'sendNotices', retry_limit: 0 },
    { name: 'settle', retry_limit: 400 },
    { name: 'sms', retry_limit: 300 },
    { name: 'sweep', retry_limit: 2 },
  ])
  await Promise.all(starters.map((starter) => starter.close()))
})

const anId = expect.stringMatching(/^[0-9a-f-]{36}$/)

/** Entries of the jobs' indexes. Each connection reports its counts late unless it is asked to. */
async function entriesRead(): Promise<number> {
  const { pool, db } = database
  const clients = await Promise.all(Array.from({ length: 8 }, () => pool.connect()))
  await Promise.all(clients.map((client) => flushCounts(queryableOn(client))))
  for (const client of clients) client.release()
  const { rows } = await db.execute<{ count: string }>(
    sql`select sum(idx_tup_read) as count from pg_stat_user_indexes where relname = 'job'`,
  )
  return Number(rows[0]?.count)
}

function mailTo(to: string): Message {
  return { to, subject: 'Your appointment', text: 'Dear Sample,', about: to }
}

function refusal(words: string, said: { responseCode: number; command: string }): Error {
  return Object.assign(new Error(words), said)
}

async function startRefusingServer() {
  let works = false
  let refusals = 0
  const taken: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (works) taken.push(address)
      else refusals++
      done(works ? null : Object.assign(new Error('busy'), { responseCode: 451 }))
    },
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  })
  return {
    ...(await listen(server)),
    taken,
    refused: () => refusals,
    recover: () => {
      works = true
    },
  }
}

/** Needs 150 ms for each mail. */
async function startSlowServer() {
  let current = 0
  let most = 0
  const taken: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      current += 1
      most = Math.max(most, current)
      stream.resume().on('end', () => {
        setTimeout(() => {
          current -= 1
          taken.push(envelope.rcptTo[0]?.address ?? '')
          done()
        }, 150)
      })
    },
  })
  return { ...(await listen(server)), taken, mostAtOnce: () => most }
}

async function listen(server: SMTPServer) {
  const listening = server.listen(0, '127.0.0.1')
  await new Promise((done) => listening.once('listening', done))
  const address = listening.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}
