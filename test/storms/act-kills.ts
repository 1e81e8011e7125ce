import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { generateSlots } from '../../domain/slots.ts'
import type { Random } from '../app/seeded.ts'
import type { TestMember } from '../app/test-app.ts'
import { bookOverHttp } from './book-over-http.ts'
import { type Answer, type Caller, callOverHttp } from './call-over-http.ts'
import { killAndWait, type Victim } from './kills.ts'
import type { RushSite } from './rush-site.ts'

const KINDS = ['died', 'less contact', 'staff withdrawal', 'own withdrawal'] as const
type Kind = (typeof KINDS)[number]
type Act = { kind: Kind; member: TestMember; press: () => Promise<Answer> }
type Done = Record<'stops' | 'withdrawals' | 'audits' | 'booked' | 'held', number> & {
  died: boolean
  wants: string
}

const CONNECTIONS = 4
const REPEATS = 50
const SURE = new Set(['has_died', 'changed_meanwhile', 'nothing_to_stop'])
/** One member's rows after the act: a death and a withdrawal cancel the appointment, less contact does not. */
const WHOLE: Record<Kind, Done> = {
  died: { stops: 1, withdrawals: 0, audits: 1, booked: 0, held: 0, died: true, wants: 'all' },
  'less contact': {
    stops: 1,
    withdrawals: 0,
    audits: 1,
    booked: 1,
    held: 1,
    died: false,
    wants: 'results',
  },
  'staff withdrawal': {
    stops: 0,
    withdrawals: 1,
    audits: 1,
    booked: 0,
    held: 0,
    died: false,
    wants: 'all',
  },
  'own withdrawal': {
    stops: 0,
    withdrawals: 1,
    audits: 1,
    booked: 0,
    held: 0,
    died: false,
    wants: 'all',
  },
}

/**
 * Deaths, less contact and withdrawals of so many booked members at once; the victim is killed after a
 * random number of answers, and everything is pressed again. Returns a sentence for each act that is half
 * after the kill, or not whole in the end, and how many had no answer.
 */
export async function surviveKilledActs(
  site: RushSite,
  { victim, count, random }: { victim: Victim; count: number; random: Random },
): Promise<{ wrong: string[]; unanswered: number }> {
  const event = await site.event(count, 4)
  const members = await site.members(count, event)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const times = generateSlots(event).map(({ time }) => time)
  for (const [n, { cookie }] of members.entries()) {
    const booking = { eventId: event.event_id, time: times[n % times.length] ?? '' }
    const { status } = await bookOverHttp({ agent, port: site.port, cookie }, booking)
    if (status !== 201) throw new Error(`a booking was answered ${status}`)
  }
  const clerk = { agent, port: site.port, cookie: (await site.clerk()).cookie }
  const acts: Act[] = []
  for (const [n, member] of members.entries()) {
    const kind = KINDS[n % KINDS.length] ?? 'died'
    acts.push({
      kind,
      member,
      press: await pressOf(kind, { clerk, member, event: event.event_id }),
    })
  }

  let answered = 0
  const fatal = random.below(count)
  const strike = Promise.withResolvers<void>()
  const answers = acts.map(async ({ press }) => {
    const answer = await press()
    if (answer.status !== 0 && answered++ === fatal) setTimeout(strike.resolve, random.below(6))
    return answer
  })
  await Promise.race([strike.promise, Promise.all(answers)])
  await killAndWait(site, victim, random)
  const unanswered = (await Promise.all(answers)).filter(({ status }) => status === 0).length
  const halves = await stateOfAll(site, acts)
  const wrong = halves
    .filter(({ isWhole, isNothing }) => !isWhole && !isNothing)
    .map(({ words }) => `${victim} killed: ${words}`)
  for (const { kind, press } of acts) {
    const { status, body } = await untilAnswered(press)
    if (status !== 200 && !SURE.has(body?.code))
      wrong.push(`${kind} was answered ${status} ${body?.code} when it was pressed again`)
  }
  const ends = await stateOfAll(site, acts)
  wrong.push(...ends.filter(({ isWhole }) => !isWhole).map(({ words }) => `in the end: ${words}`))
  agent.destroy()
  return { wrong, unanswered }
}

async function pressOf(
  kind: Kind,
  { clerk, member, event }: { clerk: Caller; member: TestMember; event: number },
): Promise<Act['press']> {
  const key = randomUUID()
  const post = (caller: Caller, path: string, body?: object) => () =>
    callOverHttp(caller, { method: 'POST', path, body, key })
  const ofMember = `/api/office/members/${member.id}`
  if (kind === 'own withdrawal')
    return post({ ...clerk, cookie: member.cookie }, `/api/events/${event}/consent-withdrawal`, {})
  if (kind === 'staff withdrawal')
    return post(clerk, `${ofMember}/consent-withdrawals`, { event_id: event, channel: 'telephone' })
  const path = `${ofMember}/contact-stops`
  const { body: shown } = await callOverHttp(clerk, { method: 'GET', path })
  const stop = { version: shown.version, told_by: 'A daughter' }
  return post(clerk, path, { ...stop, kind: kind === 'died' ? 'died' : 'results_only' })
}

async function untilAnswered(press: Act['press']): Promise<Answer> {
  for (let n = 0; n < REPEATS; n++) {
    const answer = await press()
    if (answer.status !== 0 && answer.status !== 503) return answer
  }
  return press()
}

async function stateOfAll(site: RushSite, acts: Act[]) {
  const { rows } = await site.database().pool.query<Done & { id: number }>(
    `select m.id, m.died_at is not null as died, m.wants_contact as wants,
        (select count(*)::int from contact_stops where member_id = m.id) as stops,
        (select count(*)::int from consent_withdrawals where member_id = m.id) as withdrawals,
        (select count(*)::int from audit_log where member_id = m.id and action in
          ('recorded as died', 'contact stopped', 'consent withdrawn')) as audits,
        (select count(*)::int from appointments where member_id = m.id and status = 'booked') as booked,
        (select count(*)::int from places p join appointments a on a.id = p.appointment_id
          where a.member_id = m.id) as held
       from members m where m.id = any($1::bigint[])`,
    [acts.map(({ member }) => member.id)],
  )
  return acts.map(({ kind, member }) => {
    const row = rows.find(({ id }) => Number(id) === member.id)
    const { id: _, ...found } = row ?? { id: 0 }
    const whole = WHOLE[kind]
    const nothing = { ...whole, stops: 0, withdrawals: 0, audits: 0, booked: 1, held: 1 }
    const isLike = (expected: object) =>
      Object.entries(expected).every(([name, value]) => Reflect.get(found, name) === value)
    return {
      isWhole: isLike(whole),
      isNothing: isLike({ ...nothing, died: false, wants: 'all' }),
      words: `${kind} of member ${member.id} is ${JSON.stringify(found)}`,
    }
  })
}
