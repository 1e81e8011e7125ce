import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { NEWSLETTER_WAIT_MINUTES } from '../../../domain/office/newsletters.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { countUnfinished } from '../../../test/storms/mail/mail-storm.queries.ts'
import { until } from '../../../test/until.ts'
import { passGate } from '../../jobs/message-gate.ts'
import { newsletterSubscriptions } from '../../platform/db/schema.ts'
import { linksOf } from './double-opt-in.ts'
import { NEWSLETTER } from './opt-in.ts'
import { MOST_WAITING, sendNewsletters } from './send-newsletters.ts'

const NOW = new Date('2027-01-12T09:00:00Z')
const BEGUN = new Date(NOW.getTime() + NEWSLETTER_WAIT_MINUTES * MINUTE_MS)
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp({ now: NOW })
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.ownerPool.query('truncate newsletters, newsletter_subscriptions cascade')
  await settled()
  site.mails.length = 0
  site.moveTo(NOW)
})

const WORDS = {
  subject: 'What we did in spring',
  body: '## Thank you\n\nRead **more** about [our events](/book-event-main).',
  audience: 'everybody',
}
const call = (method: 'GET' | 'POST' | 'PUT', path = '', body?: object, as = clerk) =>
  site.ask(method, `/api/office/newsletters${path}`, { as, ...(body && { body }) })

async function settled(): Promise<void> {
  const { db } = site.deps.database
  await until(async () => expect(await countUnfinished(db)).toBe(0))
}

type Reader = Partial<typeof newsletterSubscriptions.$inferInsert>
let readers = 0
async function addReader(of: Reader = {}): Promise<{ id: string; email: string }> {
  readers += 1
  const row = {
    id: randomUUID(),
    email: `reader-${readers}@example.org`,
    name: 'James',
    hearAboutEvent: false,
    state: 'confirmed',
    wording: 'w',
    askedAt: NOW,
    confirmedAt: NOW,
    ...of,
  } as const
  await site.deps.database.db.insert(newsletterSubscriptions).values(row)
  return row
}

async function addReaders(count: number): Promise<void> {
  await site.ownerPool.query(
    `insert into newsletter_subscriptions (id, email, name, hear_about_event, state, wording, asked_at, confirmed_at)
      select gen_random_uuid(), 'many-' || n || '@example.org', 'James', false, 'confirmed', 'w', $1, $1
        from generate_series(1, $2) n`,
    [NOW, count],
  )
}

async function written(words: object = {}) {
  const { status, body } = await call('POST', '', { ...WORDS, ...words })
  expect(status).toBe(201)
  return body
}

async function sent(words: object = {}) {
  const draft = await written(words)
  const tested = await call('POST', `/${draft.id}/test`, { version: draft.version })
  expect(tested.body.is_tested).toBe(true)
  await settled()
  site.mails.length = 0
  const { status, body } = await call('POST', `/${draft.id}/send`, { version: draft.version })
  expect(status).toBe(200)
  return body
}

async function run(deps: Partial<TestApp['deps']> = {}): Promise<Error[]> {
  const faults: Error[] = []
  await sendNewsletters({ ...site.deps, ...deps }, (error) => void faults.push(error))
  return faults
}

/** Runs until all mails have left; the addresses that got one. */
async function finish(): Promise<string[]> {
  for (let state = 'sending'; state === 'sending'; ) {
    await settled()
    expect(await run()).toEqual([])
    const { rows } = await site.ownerPool.query(`select state from newsletters order by id desc`)
    state = rows[0]?.state
  }
  await settled()
  return site.mails.map(({ to }) => to)
}

test('those who confirmed get it once, ten minutes after it was sent, and may leave in one press', async () => {
  const reader = await addReader()
  await addReader({ state: 'pending', confirmedAt: null, confirmUntil: BEGUN })
  await addReader({ state: 'left', leftAt: NOW })
  const newsletter = await sent()
  expect(newsletter).toMatchObject({ state: 'sending', readers: 1, mailed: 0, shown: true })
  expect(newsletter.begins_at).toBe(BEGUN.toISOString())
  await run()
  expect(site.mails).toEqual([])

  site.moveTo(BEGUN)
  expect(await finish()).toEqual([reader.email])
  await run()
  await settled()
  expect(site.mails).toHaveLength(1)
  const [mail] = site.mails
  const { leave } = linksOf(site.deps, NEWSLETTER, reader.id)
  expect(mail).toMatchObject({ subject: WORDS.subject, unsubscribe: leave })
  expect(mail?.text).toContain('Dear James')
  expect(mail?.text).toContain(
    'Thank you\n\nRead more about our events <http://localhost:3000/book-event-main>.',
  )
  expect(mail?.text).toContain(`http://localhost:3000/newsletters/${newsletter.id}`)
  expect(mail?.html).toContain('<strong>more</strong>')
  expect(mail?.html).toContain('href="http://localhost:3000/book-event-main"')
  expect((await call('GET', `/${newsletter.id}`)).body).toMatchObject({
    state: 'sent',
    readers: 1,
    mailed: 1,
    finished_at: BEGUN.toISOString(),
  })

  const answer = await site.app.inject({
    method: 'POST',
    url: leave.replace('http://localhost:3000', ''),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect([answer.statusCode, answer.body]).toEqual([200, 'Unsubscribed'])
  const next = await written()
  expect(next.would_reach).toEqual({ everybody: 0, 'event news': 0 })
})

test('one for news of events goes only to those who ticked it', async () => {
  await addReader()
  const keen = await addReader({ hearAboutEvent: true })
  await sent({ audience: 'event news' })
  site.moveTo(BEGUN)
  expect(await finish()).toEqual([keen.email])
})

test('nothing is sent before these very words were tested, and the test goes to the colleague alone', async () => {
  await addReader()
  const draft = await written()
  const send = (version: number) => call('POST', `/${draft.id}/send`, { version })
  expect((await send(1)).body.code).toBe('newsletter_untested')
  await call('POST', `/${draft.id}/test`, { version: 1 })
  await settled()
  expect(site.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [clerk.email, `Test: ${WORDS.subject}`],
  ])
  const newsletter = { ...WORDS, body: 'Other words.' }
  const changed = await call('PUT', `/${draft.id}`, { version: 1, newsletter })
  expect(changed.body).toMatchObject({ version: 2, is_tested: false })
  expect((await send(2)).body.code).toBe('newsletter_untested')
})

test('within ten minutes it can be made a draft again, and sent later', async () => {
  const reader = await addReader()
  const newsletter = await sent()
  const { body: draft } = await call('POST', `/${newsletter.id}/stop`, newsletter)
  expect(draft).toMatchObject({ state: 'draft', readers: 0, shown: false, is_tested: true })
  site.moveTo(BEGUN)
  await run()
  expect(site.mails).toEqual([])
  const again = await call('POST', `/${newsletter.id}/send`, { version: draft.version })
  expect(again.status).toBe(200)
  site.moveTo(new Date(again.body.begins_at))
  expect(await finish()).toEqual([reader.email])
})

test('a newsletter that was sent keeps its words and is sent once', async () => {
  await addReader()
  const { id, version } = await sent()
  const words = { version, newsletter: WORDS }
  expect((await call('PUT', `/${id}`, words)).body.code).toBe('newsletter_not_draft')
  for (const act of ['send', 'test', 'discard'])
    expect((await call('POST', `/${id}/${act}`, { version })).body.code).toBe(
      'newsletter_not_draft',
    )
  expect((await call('POST', `/${id}/continue`, { version })).body.code).toBe(
    'newsletter_not_stopped',
  )
})

test('a hundred mails wait at most, it can be stopped on the way, and go on with the others', async () => {
  await addReaders(MOST_WAITING + 30)
  const { id } = await sent()
  site.moveTo(BEGUN)
  await run()
  const { body } = await call('GET', `/${id}`)
  expect(body).toMatchObject({ state: 'sending', readers: MOST_WAITING + 30, mailed: MOST_WAITING })
  const stopped = await call('POST', `/${id}/stop`, body)
  expect(stopped.body.state).toBe('stopped')
  await settled()
  await run()
  await settled()
  expect(site.mails).toHaveLength(MOST_WAITING)
  const { version } = stopped.body
  expect((await call('POST', `/${id}/continue`, { version })).body.state).toBe('sending')
  const all = await finish()
  expect(all).toHaveLength(MOST_WAITING + 30)
  expect(new Set(all).size).toBe(MOST_WAITING + 30)
})

test('a run that is killed half-way, and two at once, send nobody two and forget nobody', async () => {
  await addReaders(25)
  await sent()
  site.moveTo(BEGUN)
  let queued = 0
  const { jobs } = site.deps
  const killed = {
    ...jobs,
    enqueue: async (...job: Parameters<typeof jobs.enqueue>) => {
      queued += 1
      if (queued > 12) throw new Error('killed')
      await jobs.enqueue(...job)
    },
  } as typeof jobs
  expect(await run({ jobs: killed })).toEqual([new Error('killed')])
  expect(queued).toBe(13)
  await Promise.all([run(), run(), run()])
  const all = await finish()
  expect(all).toHaveLength(25)
  expect(new Set(all).size).toBe(25)
})

test('whoever unsubscribes before the mail leaves does not get it', async () => {
  const [one, two] = [await addReader(), await addReader()]
  const leave = (id: string) =>
    site.deps.database.db.execute(
      sql`update newsletter_subscriptions set state = 'left', left_at = ${NOW.toISOString()} where id = ${id}::uuid`,
    )
  const { id } = await sent()
  await leave(one.id)
  site.moveTo(BEGUN)
  expect(await finish()).toEqual([two.email])
  expect((await call('GET', `/${id}`)).body).toMatchObject({ state: 'sent', readers: 1 })

  // In the queue already.
  const leaving = { queue: 'mail', id: randomUUID(), to: two.email } as const
  const about = `newsletter ${two.id}`
  const verdict = async () => (await passGate(site.deps, { ...leaving, about })).verdict
  expect(await verdict()).toBe('send')
  await leave(two.id)
  expect(await verdict()).toBe('drop')
})

test('nobody to send it to is said, and the draft stays', async () => {
  const draft = await written()
  await call('POST', `/${draft.id}/test`, { version: 1 })
  const refused = await call('POST', `/${draft.id}/send`, { version: 1 })
  expect(refused.body.code).toBe('nobody_subscribed')
  expect((await call('GET', `/${draft.id}`)).body.state).toBe('draft')
  expect((await call('POST', `/${draft.id}/discard`, { version: 1 })).status).toBe(204)
  expect((await call('GET', `/${draft.id}`)).status).toBe(404)
})

test('of two colleagues at one newsletter the second reads who was first', async () => {
  const draft = await written()
  const other = await site.staff(['admin'])
  const change = (as: typeof clerk, subject: string) =>
    call('PUT', `/${draft.id}`, { version: 1, newsletter: { ...WORDS, subject } }, as)
  expect((await change(other, 'First')).status).toBe(200)
  expect((await change(clerk, 'Second')).body).toMatchObject({
    code: 'changed_meanwhile',
    by: other.name,
  })
  const { rows } = await site.ownerPool.query(
    `select action from audit_log where subject = $1 order by id`,
    [`newsletter ${draft.id}`],
  )
  expect(rows.map(({ action }) => action)).toEqual(['newsletter written', 'newsletter changed'])
})

test('other roles neither read nor write them', async () => {
  const { id } = await written()
  for (const role of ['venue', 'clinician', 'treasurer'] as const) {
    const other = await site.staff([role])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', `/${id}`, undefined],
      ['POST', '', WORDS],
      ['POST', `/${id}/send`, { version: 1 }],
    ] as const)
      expect((await call(method, path, body, other)).status).toBe(403)
  }
})

test('the website shows what has begun to be sent, until it is taken off', async () => {
  await addReader()
  const past = async () => {
    const { body } = await site.ask('GET', '/api/newsletters')
    return body.newsletters
  }
  const one = (id: number) => site.ask('GET', `/api/newsletters/${id}`)
  const newsletter = await sent()
  const { id } = newsletter
  expect(await past()).toEqual([])
  expect((await one(id)).status).toBe(404)
  site.moveTo(BEGUN)
  const shown = { id, subject: WORDS.subject, sent_on: '2027-01-12' }
  expect(await past()).toEqual([shown])
  expect((await one(id)).body.newsletter).toEqual({
    ...shown,
    html: '<h2>Thank you</h2>\n<p>Read <strong>more</strong> about <a href="/book-event-main">our events</a>.</p>\n',
  })
  const hidden = await call('PUT', `/${id}/shown`, { version: newsletter.version, shown: false })
  expect(hidden.body.shown).toBe(false)
  expect(await past()).toEqual([])
  expect((await one(id)).status).toBe(404)
  await finish()
  expect(site.mails[0]?.text).not.toContain('/newsletters/')
  const again = { version: hidden.body.version, shown: true }
  expect((await call('PUT', `/${id}/shown`, again)).body.shown).toBe(true)
  expect(await past()).toEqual([shown])
})
