// What the people at the venue, the laboratory and the clinicians of the simulated year do.
import { randomUUID } from 'node:crypto'
import { importLines, lineOf, type SampledPerson } from '../../app/laboratory.ts'
import { pressOn } from '../../app/reviewed.ts'
import { isDead, willRead } from './men.ts'
import { isOnLeave, type Visit, weekday } from './plan.ts'
import { call, count, forAll, moveTo, takeDue, type World } from './world.ts'

const REPORTED_AFTER = { usual: 5, spoilt: 5, late: 27, lost: Number.POSITIVE_INFINITY }
const LINES_OF_A_FILE = 100
const LAST_DAY_FOR_BAD_NEWS = 2

/** The day of an event: who came, whose sample was taken; the office closes the day, or forgets. */
export async function holdEvents(world: World): Promise<void> {
  const { site, day } = world
  for (const [index, event] of world.events.entries()) {
    if (world.eventDays[index] !== day) continue
    await moveTo(world, '16:30')
    const visits = world.men.flatMap((man) => man.visits.filter((one) => one.eventIndex === index))
    const acted = visits.filter((one) => !isDead(world, one.man) && actionOf(one) !== null)
    const actions = acted.map((visit, place) => ({
      id: randomUUID(),
      device: 'tablet',
      sequence: place + 1,
      at: site.deps.now().toISOString(),
      appointment_id: visit.appointmentId,
      ...actionOf(visit),
    }))
    const url = `/api/office/days/${event.event_id}`
    for (let from = 0; from < actions.length; from += 50) {
      // One person records a hundred samples in an hour.
      const venue = await site.staff(['venue'], { eventIds: [event.event_id] })
      const body = { actions: actions.slice(from, from + 50) }
      const sent = await call(world, ['POST', `${url}/actions`], { as: venue, body })
      for (const { status } of sent.body.results)
        if (status !== 'applied') throw new Error(`an action was ${status}`)
    }
    for (const visit of acted) {
      count(world, visit.comes)
      if (visit.comes !== 'sampled') continue
      const reportDay = day + REPORTED_AFTER[visit.laboratory]
      count(world, `laboratory: ${visit.laboratory}`)
      if (Number.isFinite(reportDay)) world.toReport.push({ visit, day: reportDay })
    }
    if (visits.some(({ comes }) => comes === 'nobody says') && index % 2 === 0) continue
    const shown = await call(world, ['GET', `${url}/unresolved`], { as: world.office })
    const body = { expected: shown.body.missed }
    const closed = await call(world, ['POST', `${url}/close`], { as: world.office, body })
    count(world, 'did not attend', closed.body.did_not_attend)
  }
}

function actionOf({ comes, tube }: Visit): object | null {
  if (comes === 'sampled') return { type: 'sample', tube }
  return comes === 'not sampled' ? { type: 'not_sampled', reason: 'could_not_draw' } : null
}

/** The laboratory's files of the day. */
export async function importReports(world: World): Promise<void> {
  const due = takeDue(world.toReport, world.day)
  for (let from = 0; from < due.length; from += LINES_OF_A_FILE) {
    const part = due.slice(from, from + LINES_OF_A_FILE).map(({ visit }) => visit)
    const lines = part.map((visit) =>
      lineOf(
        personOf(world, visit),
        visit.laboratory === 'spoilt' ? { Result: 'Haemolysed', Units: '' } : {},
      ),
    )
    const [as] = world.clinicians
    if (!as) throw new Error('there is no clinician')
    const results = await importLines(world.site, { labId: world.labId, lines, as })
    for (const [n, result] of results.entries()) {
      const visit = part[n]
      if (visit) world.toReview.push({ visit, result })
    }
    count(world, 'reported', part.length)
  }
}

function personOf(world: World, { man, eventIndex, appointmentId, tube }: Visit): SampledPerson {
  const event = world.events[eventIndex]
  if (!event) throw new Error('there is no such event')
  const { memberId, lastName, dateOfBirth } = man
  const who = { firstName: 'James', lastName, dateOfBirth }
  return { ...who, memberId, appointmentId, tube, date: event.event_date }
}

/** The clinicians who are there review and release; of red results both, early in the week. */
export async function reviewResults(world: World): Promise<void> {
  const present = world.clinicians.filter((_, n) => !isOnLeave(n, world.day))
  const [first, second] = present
  if (weekday(world.day) > 4 || !first) return
  const waiting = world.toReview.splice(0)
  await forAll(waiting, async (one) => {
    const { visit } = one
    const isSpoilt = visit.laboratory === 'spoilt'
    const isBad = isSpoilt || visit.band !== 'Green'
    if (isBad && (weekday(world.day) > LAST_DAY_FOR_BAD_NEWS || (visit.band === 'Red' && !second)))
      return void world.toReview.push(one)
    const body = isSpoilt ? { band: null } : { band: visit.band, retest_months: visit.retestMonths }
    let { result } = one
    const press = async (path: string, as = first, sent: object = {}) => {
      result = await pressOn(world.site, { result, path, as, body: sent })
    }
    await press('review', first, body)
    if (visit.band === 'Red' && !isSpoilt) await press('second-review', second, body)
    const { status, body: answer } = await call(
      world,
      ['POST', `/api/office/results/${result.id}/release`],
      { as: first, body: { version: result.version }, ok: [200, 409] },
    )
    if (status === 200) return released(world, visit)
    // Whoever rang the family recorded the death; the clinicians' list of the dead has the result.
    if (!isDead(world, visit.man) || answer.code !== 'result_held')
      throw new Error(`release was answered ${status} ${answer.code}`)
    count(world, 'held: of the dead')
  })
}

function released(world: World, visit: Visit): void {
  const isSpoilt = visit.laboratory === 'spoilt'
  count(world, `released: ${isSpoilt ? 'spoilt' : visit.band}`)
  willRead(world, visit)
  if (visit.man.sharesWithGp && !isSpoilt)
    world.gpLetters.push({ id: visit.appointmentId, day: world.day })
  if (visit.man.visits.some((one) => one.eventIndex > visit.eventIndex && one.comes === 'sampled'))
    return
  const kind = isSpoilt || visit.band === 'Amber' ? 'repeat_test' : null
  const wanted = [
    kind,
    visit.band === 'Red' && !isSpoilt ? 'gp_told' : null,
    visit.band === 'Green' && !isSpoilt && visit.retestMonths !== null ? 'recall' : null,
  ]
  for (const one of wanted)
    if (one) world.wanted.push({ appointment_id: visit.appointmentId, kind: one })
}
