// Two clerks and a treasurer work at one day at once: whom nobody could tell is called once, and each
// pound is taken, undone and paid back once.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { CharityEvent } from '../../domain/contract.ts'
import type { LoopDetail } from '../../domain/office/loop-schemas.ts'
import { TAKING_UNDONE } from '../../domain/payment-schemas.ts'
import { generateSlots } from '../../domain/slots.ts'
import type { Queryable } from '../../server/platform/db/database.ts'
import type { Random } from '../app/seeded.ts'
import { brokenInvariants } from '../invariants/booking-invariants.queries.ts'
import type { Answer } from '../storms/call-over-http.ts'

export type Person = { cookie: string; name: string }
export type Request = {
  as: Person
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
  key?: string
}

/** A site with a day of 2500 pence and members who consented to it. */
export type Desk = {
  clerks: Person[]
  treasurer: Person
  event: CharityEvent
  memberIds: number[]
  /** The calls that wait; nobody has begun one. */
  callIds: number[]
  /** Never rejects; the status is 0 without an answer. */
  ask(request: Request): Promise<Answer>
  /** Kills a part of the site and resolves once it answers again. */
  strike(): Promise<unknown>
  pool: Pool
  db: Queryable
  now(): Date
}

type Taking = { appointmentId: number; pence: number; undone: number }
type Day = Desk & {
  random: Random
  times: string[]
  takings: Map<string, Taking>
  /** How often each call was given to somebody who then rang. */
  rung: Map<number, number>
  /** By the id of what is owed: the pence of each time that it was paid back. */
  paidBack: Map<number, number[]>
  broken: string[]
  score: { done: number; refused: number; unanswered: number }
}

const PRICE = 2500
/** A sum that is taken, and what was due as the person saw it. */
const TAKINGS = [
  [PRICE, PRICE],
  [1000, PRICE],
  [1500, PRICE],
  [1500, 1500],
  [1000, 1000],
] as const
const AT_ONCE = 3
/** How often all three do the same. */
const ONE_ACT = 0.3
/** Every 20 ms: a killed server is back within seconds. */
const REPEATS = 500

/** So many acts, three at once; `kills` of them meet a strike. Returns what is wrong afterwards. */
export async function workAtOneDay(
  desk: Desk,
  { acts: count, kills = 0, random }: { acts: number; kills?: number; random: Random },
): Promise<Pick<Day, 'broken' | 'score'> & { rung: number; takings: number }> {
  const day: Day = {
    ...desk,
    random,
    times: generateSlots(desk.event).map(({ time }) => time),
    takings: new Map(),
    rung: new Map(),
    paidBack: new Map(),
    broken: [],
    score: { done: 0, refused: 0, unanswered: 0 },
  }
  const people = [...desk.clerks, desk.treasurer]
  const rounds = Math.ceil(count / AT_ONCE)
  const struck = new Set(Array.from({ length: kills }, () => random.below(rounds)))
  for (let round = 0; round < rounds; round++) {
    const everybodys = random.chance(ONE_ACT) ? random.pick(ACTS) : null
    const working = people.map((person) => acts[everybodys ?? random.pick(ACTS)](day, person))
    await Promise.all(struck.has(round) ? [...working, desk.strike()] : working)
  }
  await finish(day)
  await check(day)
  const { broken, score, rung, takings } = day
  return { broken, score, rung: rung.size, takings: takings.size }
}

type Act = (day: Day, person: Person) => Promise<void>

const acts = {
  async book(day, person) {
    await press(day, person, '/appointments', {
      member_id: day.random.pick(day.memberIds),
      event_id: day.event.event_id,
      date: day.event.event_date,
      time: day.random.pick(day.times),
      payment: 'due',
      reason: 'rang us',
    })
  },
  async move(day, person) {
    const id = await anyAppointment(day)
    const { event_id, event_date: date } = day.event
    const to = { event_id, date, time: day.random.pick(day.times), reason: 'rang us' }
    if (id !== null) await press(day, person, `/appointments/${id}/move`, to, 'PUT')
  },
  async cancel(day, person) {
    const id = await anyAppointment(day)
    const body = { reason: 'rang us', refund: 'policy' }
    if (id !== null) await press(day, person, `/appointments/${id}/cancel`, body, 'PUT')
  },
  async waive(day, person) {
    const id = await anyAppointment(day)
    if (id !== null) await press(day, person, `/appointments/${id}/waiver`, { reason: 'a carer' })
  },
  async take(day, person) {
    const id = await anyAppointment(day)
    if (id === null) return
    const [pence, owed] = day.random.pick(TAKINGS)
    const { status, body } = await press(day, person, `/appointments/${id}/takings`, {
      pence,
      owed_pence: owed,
      how: day.random.pick(['cash', 'cheque', 'card machine']),
      taken_by: person.name,
      taken_at: day.now().toISOString(),
    })
    if (status !== 201) return
    if (day.takings.has(body.payment_id)) day.broken.push('two takings were answered as one')
    day.takings.set(body.payment_id, { appointmentId: id, pence, undone: 0 })
  },
  async undo(day, person) {
    const ids = [...day.takings.keys()]
    const id = ids.length > 0 && day.random.pick(ids)
    if (!id) return
    const path = `/payments/${id}/undo-taking`
    const { status } = await press(day, person, path, { reason: 'of another member' })
    const taking = day.takings.get(id)
    if (status < 300 && taking) taking.undone += 1
  },
  async payBack(day, person) {
    const owed = await listOwed(day)
    if (owed.length > 0) await payOneBack(day, person, day.random.pick(owed))
  },
  call: ring,
} satisfies Record<string, Act>

const NAMES = Object.keys(acts) as (keyof typeof acts)[]
const ACTS = [...NAMES, 'book', 'book', 'take', 'take', 'take', 'undo', 'call'] as const

/** Takes the next call, rings, and records that the member knows. */
async function ring(day: Day, person: Person): Promise<void> {
  const { status, body } = await press(day, person, '/loops/next-call', { after: null })
  if (status !== 200 || body.id === null) return
  day.rung.set(body.id, (day.rung.get(body.id) ?? 0) + 1)
  const path = `/loops/${body.id}/close`
  const answer = await press(day, person, path, { reason: 'told_by_telephone' })
  // Without an answer the first press may have closed it.
  const isClosed = answer.status === 204 || answer.body?.code === 'loop_closed'
  if (!isClosed) day.broken.push(`a call was not recorded: ${answer.status} ${answer.body?.code}`)
}

type Owed = { id: number; pence: number }

async function payOneBack(day: Day, person: Person, { id, pence }: Owed): Promise<void> {
  const end = { outcome: 'cash', note: 'at the desk', expected_pence: pence }
  const { status } = await press(day, person, `/owed-refunds/${id}/outcome`, end)
  if (status === 200) day.paidBack.set(id, [...(day.paidBack.get(id) ?? []), pence])
}

/** Everything is worked off: the calls by one clerk, what is owed by the treasurer. */
async function finish(day: Day): Promise<void> {
  // Who had no answer to 'next call' has the call of before, until a while has passed.
  for (const clerk of [...day.clerks, day.treasurer]) {
    const open = () => day.callIds.filter((id) => !day.rung.has(id)).length
    for (let left = open(); left > 0; left = open()) {
      await ring(day, clerk)
      if (open() === left) break
    }
  }
  for (const owed of await listOwed(day)) await payOneBack(day, day.treasurer, owed)
}

async function check(day: Day): Promise<void> {
  const { broken, takings, pool } = day
  broken.push(...(await brokenInvariants(day.db, day.now())))
  for (const id of day.callIds)
    if (day.rung.get(id) !== 1) broken.push(`call ${id} was made ${day.rung.get(id) ?? 0} times`)
  const { rows: open } = await pool.query(
    'select id from care_loops where id = any ($1) and closed_at is null',
    [day.callIds],
  )
  if (open.length > 0) broken.push(`${open.length} calls are still open`)
  for (const [id, pence] of day.paidBack)
    if (pence.length > 1) broken.push(`owed ${id} was paid back ${pence.length} times`)
  for (const [id, { undone }] of takings)
    if (undone > 1) broken.push(`taking ${id} was undone ${undone} times`)
  await checkPounds(day)
}

type Stored = {
  id: string
  appointment_id: number
  amount: number
  back: number
  is_undone: boolean
  status: 'booked' | 'cancelled'
}

async function checkPounds({ pool, broken, takings, event }: Day): Promise<void> {
  const { rows } = await pool.query<Stored>(
    `select p.id, p.appointment_id::int, p.amount_pence as amount, a.status,
        exists (select 1 from refunds r where r.payment_id = p.id and r.reason = $2) as is_undone,
        (select coalesce(sum(r.amount_pence), 0)::int from refunds r
          where r.payment_id = p.id and r.reason <> $2) as back
      from payments p join appointments a on a.id = p.appointment_id where p.event_id = $1`,
    [event.event_id, TAKING_UNDONE],
  )
  for (const { id, amount, is_undone: isUndone } of rows) {
    const taking = takings.get(id)
    if (taking?.pence !== amount)
      broken.push(`payment ${id} of ${amount} was acknowledged to nobody`)
    else if (isUndone !== taking.undone > 0) broken.push(`taking ${id} is undone: ${isUndone}`)
  }
  if (rows.length !== takings.size)
    broken.push(`${takings.size} takings were acknowledged, ${rows.length} are stored`)
  const kept = Map.groupBy(
    rows.filter((row) => !row.is_undone),
    (row) => row.appointment_id,
  )
  for (const [id, payments] of kept) {
    const sum = payments.reduce((pence, { amount, back }) => pence + amount - back, 0)
    const isCancelled = payments[0]?.status === 'cancelled'
    if (isCancelled ? sum !== 0 : sum > PRICE || payments.some(({ back }) => back > 0))
      broken.push(`appointment ${id}, ${payments[0]?.status}, keeps ${sum} pence`)
  }
}

/** Presses until there is an answer, as the screens do with one key. */
async function press(
  day: Day,
  as: Person,
  path: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Answer> {
  const request = { as, method, path: `/api/office${path}`, body, key: randomUUID() }
  for (let n = 0; n < REPEATS; n++) {
    const answer = await day.ask(request)
    const { status } = answer
    if (status !== 0 && status !== 503) {
      if (status >= 500) day.broken.push(`${path} was answered ${status}`)
      day.score[status < 300 ? 'done' : 'refused'] += 1
      return answer
    }
    day.score.unanswered += 1
    await wait(20)
  }
  throw new Error(`${path} had no answer`)
}

/** Mostly one that is booked. */
async function anyAppointment({ pool, event, random }: Day): Promise<number | null> {
  const { rows } = await pool.query<{ id: number; status: string }>(
    'select id::int, status from appointments where event_id = $1 order by id',
    [event.event_id],
  )
  const booked = rows.filter(({ status }) => status === 'booked')
  const from = booked.length === 0 || random.chance(0.1) ? rows : booked
  return from.length === 0 ? null : random.pick(from).id
}

async function listOwed({ pool }: Day): Promise<Owed[]> {
  const { rows } = await pool.query<Owed>(
    `select id::int, amount_pence as pence from owed_refunds o
      where not exists (select 1 from owed_refund_outcomes where owed_refund_id = o.id) order by id`,
  )
  return rows
}

/** Members whom nothing reaches are booked at a day that is then cancelled; the ids of their calls. */
export async function makeCalls(
  desk: Pick<Desk, 'ask' | 'pool'>,
  {
    as,
    event,
    memberIds,
    settle,
  }: {
    as: Person
    event: CharityEvent
    memberIds: number[]
    /** Runs what waits, or waits for it. */
    settle(): Promise<unknown>
  },
): Promise<number[]> {
  const ask = async (method: Request['method'], path: string, body?: object) => {
    const key = randomUUID()
    const request = { as, method, path: `/api/office${path}`, key }
    const answer = await desk.ask(body ? { ...request, body } : request)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body?.code}`)
    return answer.body
  }
  const times = generateSlots(event).map(({ time }) => time)
  const { event_id, event_date: date } = event
  for (const [n, member_id] of memberIds.entries()) {
    const time = times[n % times.length]
    const booking = { member_id, event_id, date, time, payment: 'due', reason: 'rang us' }
    await ask('POST', '/appointments', booking)
  }
  await desk.pool.query(
    `update members set email = null, seal_id = user_id, user_id = null, contact_by = 'telephone'
      where id = any ($1)`,
    [memberIds],
  )
  const url = `/events/${event_id}/cancellation`
  const { appointments, refund_pence, waiting, money_pence } = await ask('POST', url, {
    dry_run: true,
  })
  const expected = { appointments, refund_pence, waiting, money_pence }
  await ask('POST', url, { dry_run: false, expected })
  await settle()
  const { data } = await ask('GET', '/loops?tab=telephone')
  return data.map(({ id }: LoopDetail) => id)
}
