// The state that the people of the simulated year share, and how each of them speaks to the site.
import type { CharityEvent } from '../../../domain/contract.ts'
import type { OpenedResult } from '../../../domain/office/lab-result-schemas.ts'
import { openLaboratory } from '../../app/laboratory.ts'
import type { TestApp } from '../../app/test-app.ts'
import { openMessages } from './messages.ts'
import { at, type Man, type Plan, planYear, type Size, type Visit } from './plan.ts'

export type Staff = Awaited<ReturnType<TestApp['staff']>>
export type World = Plan & {
  site: TestApp
  day: number
  isRunningDown: boolean
  /** The day on which the planner last learned the sizes of the tables. */
  analyzedOn: number
  events: CharityEvent[]
  labId: number
  clinicians: Staff[]
  office: Staff
  /** What a clinician has still to do about each sample that was reported. */
  toReview: { visit: Visit; result: OpenedResult }[]
  toReport: { visit: Visit; day: number }[]
  toRead: { visit: Visit; day: number }[]
  preparations: { visit: Visit; key: string; day: number }[]
  followUps: { man: Man; key: string; day: number }[]
  /** Loops that must exist, open or closed, by what was decided. */
  wanted: { appointment_id: number; kind: string }[]
  /** Appointments whose result must have a letter to a GP in the round after its release. */
  gpLetters: { id: number; day: number }[]
  /** How often each address asked to be invited later again. */
  invitations: Map<string, number>
  counts: Map<string, number>
  messages: ReturnType<typeof openMessages>
}
const AT_ONCE = 6
const SLOTS = 18

export async function openWorld(site: TestApp, size: Size): Promise<World> {
  const plan = planYear(size)
  site.moveTo(at(0, '09:00'))
  const { labId, clinician } = await openLaboratory(site, { places: 6 })
  const each = Math.ceil(size.men / size.events)
  const places = Math.ceil((each * 1.6) / SLOTS) * SLOTS
  const events: CharityEvent[] = []
  for (const [n, day] of plan.eventDays.entries())
    events.push(
      await site.event({
        name: `Screening ${n + 1}`,
        startsAt: at(day, '10:00'),
        endsAt: at(day, '16:00'),
        sessionMinutes: 20,
        places,
        labId,
      }),
    )
  return {
    ...plan,
    site,
    day: 0,
    isRunningDown: false,
    analyzedOn: 0,
    events,
    labId,
    clinicians: [clinician, await site.staff(['clinician'])],
    office: await site.staff(['office']),
    toReview: [],
    toReport: [],
    toRead: [],
    preparations: [],
    followUps: [],
    gpLetters: [],
    wanted: [],
    invitations: new Map(),
    counts: new Map(),
    messages: openMessages(site),
  }
}

/** To this time of the day; the staff sign in again, for their sessions are short. */
export async function moveTo(world: World, time: string): Promise<void> {
  const { site, day, clinicians, office } = world
  site.moveTo(at(day, time))
  for (const one of [...clinicians, office])
    one.cookie = await site.signIn(one.userId, one.email, 'aal2')
}

export function count({ counts }: World, what: string, n = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + n)
}

/** A few at a time, as people do. */
export async function forAll<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values()
  const worker = async () => {
    for (const one of waiting) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const BUSY = 503
const TRIES = 5

/** The answer; throws for any status but these. */
export async function call(
  { site }: World,
  [method, url]: ['GET' | 'POST' | 'PUT', string],
  {
    as,
    body,
    ok = [200, 201, 204],
  }: { as?: { cookie: string }; body?: object; ok?: number[] } = {},
) {
  const ask = () => site.ask(method, url, { ...(as && { as }), ...(body && { body }) })
  let answer = await ask()
  // On a slow machine the site may have enough to do; people press once more.
  for (let n = 0; answer.status === BUSY && n < TRIES; n++) answer = await ask()
  if (!ok.includes(answer.status))
    throw new Error(`${method} ${url} was answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

/** Every row of a list. */
export async function listAll<T>(world: World, url: string, as: { cookie: string }): Promise<T[]> {
  const rows: T[] = []
  let after = ''
  for (;;) {
    const { body } = await call(world, ['GET', `${url}${after}`], { as })
    rows.push(...body.data)
    if (body.next === null) return rows
    after = `&after=${encodeURIComponent(body.next)}`
  }
}

/** Takes those out that are due, and returns them. */
export function takeDue<T extends { day: number }>(waiting: T[], day: number): T[] {
  const due = waiting.filter((one) => one.day <= day)
  const left = waiting.filter((one) => one.day > day)
  waiting.splice(0, waiting.length, ...left)
  return due
}
