import type { Loop } from '../../../domain/office/loop-schemas.ts'
import { sendPreparationChecks } from '../../../server/bookings/preparation/send-checks.ts'
import { remindOfTests } from '../../../server/care/recalls/remind-of-tests.ts'
import { sendNotices } from '../../../server/care/reminders/send-notices.ts'
import { chaseLoops } from '../../../server/care/task-list/chase-loops.ts'
import type { TestApp } from '../../app/test-app.ts'
import { lostPeople } from '../loop-invariants.queries.ts'
import { answerFollowUps } from './follow-ups.ts'
import { answerChecks, bookFirst, openMails, readResults } from './men.ts'
import { DAYS, isStopped, type Size } from './plan.ts'
import { holdEvents, importReports, reviewResults } from './staff.ts'
import { sendLetters, workLists } from './tasks.ts'
import { listAll, moveTo, openWorld, type World } from './world.ts'
import {
  answered,
  doneTwice,
  overdueOf,
  stillOpen,
  unopened,
  unsent,
  withoutGpLetter,
} from './year-invariants.queries.ts'

const RUN_DOWN_STEP = 7
const ANALYZED_EVERY_DAYS = 28
/** Twelve days before it the members book, and no step over quiet days may miss that one. */
const NEAR_DAYS = 20
const MOST_RUN_DOWN_DAYS = 3 * 365

export type Simulated = { world: World; found: string[]; endedOn: number; seconds: number }

type Year = Size & { checkDays: number; quietDays?: number }

/**
 * Lives the year, then week after week without new bookings until no loop is open. Checks every
 * `checkDays` days, and stops at the first day on which something is wrong. Of the days on which no
 * event is near it lives each `quietDays`th.
 */
export async function simulateYear(site: TestApp, year: Year): Promise<Simulated> {
  const begun = Date.now()
  const world = await openWorld(site, year)
  const found = await liveYear(world, year)
  const left = found.length > 0 ? found : await runDown(world, year)
  const seconds = Math.round((Date.now() - begun) / 1_000)
  return { world, found: left, endedOn: world.day, seconds }
}

/** Lives until this day, without a check. */
export async function liveUntil(world: World, end: number): Promise<void> {
  for (; world.day < end; world.day++) await live(world)
}

async function liveYear(world: World, { checkDays, quietDays = 1 }: Year): Promise<string[]> {
  let checked = 0
  for (; world.day < DAYS; world.day += isQuiet(world) ? quietDays : 1) {
    await live(world)
    if (isStopped(world.day) || world.day < checked + checkDays) continue
    checked = world.day
    const found = await check(world)
    if (found.length > 0) return found
  }
  return []
}

/** What is wrong, or open in the end. */
async function runDown(world: World, { checkDays }: Year): Promise<string[]> {
  const { pool } = world.site.deps.database
  world.isRunningDown = true
  let checked = world.day
  let open = await stillOpen(pool)
  for (; open.length > 0 && world.day < DAYS + MOST_RUN_DOWN_DAYS; world.day += RUN_DOWN_STEP) {
    await live(world)
    open = await stillOpen(pool)
    if (open.length > 0 && world.day < checked + checkDays) continue
    checked = world.day
    const found = await check(world)
    if (found.length > 0) return found
  }
  return open.length > 0 ? open : unsent(pool)
}

/** No event is near. */
function isQuiet({ day, eventDays }: World): boolean {
  return eventDays.every((one) => one < day || one > day + NEAR_DAYS)
}

async function live(world: World): Promise<void> {
  const { site, day } = world
  if (day >= world.analyzedOn + ANALYZED_EVERY_DAYS) await analyze(world)
  await moveTo(world, '09:00')
  if (!isStopped(day)) await runJobs(site)
  await openMails(world)
  await bookFirst(world)
  await answerChecks(world)
  await answerFollowUps(world)
  await importReports(world)
  await reviewResults(world)
  await readResults(world)
  await workLists(world)
  await sendLetters(world)
  await holdEvents(world)
}

/** What autovacuum does elsewhere; without it the plans are those of empty tables. */
async function analyze(world: World): Promise<void> {
  world.analyzedOn = world.day
  await world.site.ownerPool.query('analyze')
}

async function runJobs({ deps }: TestApp): Promise<void> {
  const onError = (error: Error) => {
    throw error
  }
  await sendNotices(deps, onError)
  await sendPreparationChecks(deps, onError)
  await remindOfTests(deps, onError)
  await chaseLoops(deps, onError)
}

async function check(world: World): Promise<string[]> {
  const { site, messages } = world
  const { pool } = site.deps.database
  const now = site.deps.now()
  await chaseLoops(site.deps, (error) => {
    throw error
  })
  return [
    ...(await lostPeople(pool, now)),
    ...(await unopened(pool, world.wanted)),
    ...(await withoutGpLetter(pool, dueGpLetters(world))),
    ...(await answered(pool)),
    ...(await doneTwice(pool)),
    ...(await messages.repeated(world.invitations)),
    ...(await unlisted(world)),
  ]
}

function dueGpLetters({ gpLetters, day }: World): number[] {
  return gpLetters.filter((one) => one.day < day).map(({ id }) => id)
}

/** Overdue loops that their owner does not see. */
async function unlisted(world: World): Promise<string[]> {
  const { site, clinicians, office } = world
  const { pool } = site.deps.database
  const now = site.deps.now()
  const found: string[] = []
  for (const [owner, as] of [
    ['clinician', clinicians[0]],
    ['office', office],
  ] as const) {
    if (!as) throw new Error('there is no clinician')
    const rows = await listAll<Loop>(world, '/api/office/loops?tab=overdue', as)
    const listed = new Set(rows.map(({ id }) => id))
    const overdue = await overdueOf(pool, owner, now)
    for (const { id, kind } of overdue)
      if (!listed.has(id)) found.push(`${kind} ${id} is overdue and on no list of the ${owner}`)
    world.counts.set(
      'most overdue',
      Math.max(world.counts.get('most overdue') ?? 0, overdue.length),
    )
  }
  return found
}
