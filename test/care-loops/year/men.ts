// What the men of the simulated year do: book, answer the check, read, and answer an invitation.
import type { Slots } from '../../../domain/contract.ts'
import { consentFormFor } from '../../app/consent-form.ts'
import { newTube } from '../../app/tubes.ts'
import { type Man, planVisit, type Visit } from './plan.ts'
import { call, count, forAll, takeDue, type World } from './world.ts'

const BOOKED_BEFORE = 12
const NOT_BEFORE = 4
const NO = { infection: false, catheter: false, exercise: false, ejaculation: false }
const NEXT_TEST = 'It is time for your next CHAPS appointment'
const FOLLOW_KEY = /\/by-link#follow=([\w-]{22})/
const KEY = /\/by-link#prepare=([\w-]{22})/

/** The men of the event book for the first time. */
export async function bookFirst(world: World): Promise<void> {
  const each = Math.ceil(world.men.length / world.events.length)
  for (const [index, day] of world.eventDays.entries()) {
    if (day - BOOKED_BEFORE !== world.day) continue
    await forAll(world.men.slice(index * each, (index + 1) * each), async (man) => {
      await join(world, man)
      await bookNext(world, man, { from: index })
    })
  }
}

async function join({ site }: World, man: Man): Promise<void> {
  const { contactBy, n, dateOfBirth, postcode } = man
  const member = await site.member({
    lastName: man.lastName,
    email: man.email,
    phone: man.phone,
    contactBy,
    addressLines: [`${n + 1} Sample Street`],
    town: 'Colchester',
    dateOfBirth,
    postcode,
  })
  Object.assign(man, { memberId: member.id, email: member.email, cookie: member.cookie })
}

/** The next event that has a free time; false without one. */
export async function bookNext(world: World, man: Man, { from = 0 } = {}): Promise<boolean> {
  if (hasComing(world, man)) return true
  const visit = planVisit(man)
  for (const [index, day] of world.eventDays.entries()) {
    const event = world.events[index]
    if (index < from || day < world.day + NOT_BEFORE || !event) continue
    const { body: slots } = await call(world, ['GET', `/api/events/${event.event_id}/slots`])
    const time = freeTimeIn(slots, man.n)
    if (time === null) continue
    const form = { ...consentFormFor(event), ...gpIn(man), profileId: man.memberId }
    await call(world, ['POST', '/api/medical/consent'], { as: man, body: form })
    const body = {
      eventId: event.event_id,
      eventDate: event.event_date,
      appointmentStartTime: time,
    }
    const booked = await call(world, ['POST', '/api/appointments'], {
      as: man,
      body,
      ok: [201, 409],
    })
    if (booked.status === 409) continue
    const { appointment_id: appointmentId } = booked.body.appointment
    const tube = newTube()
    man.visits.push(Object.assign(visit, { eventIndex: index, appointmentId, tube }))
    count(world, 'booked')
    return true
  }
  return false
}

function gpIn({ sharesWithGp }: Man) {
  return sharesWithGp ? {} : { gpSharing: false, gpSurgeryName: '', gpSurgeryTown: '' }
}

function freeTimeIn(slots: Slots, n: number): string | null {
  const free = Object.values(slots).flatMap(({ availableTimeSlots }) => availableTimeSlots)
  return free[n % free.length] ?? null
}

export function hasComing({ day, eventDays }: World, man: Man): boolean {
  return man.visits.some(({ eventIndex }) => (eventDays[eventIndex] ?? -1) >= day)
}

export function isDead({ day }: World, { diesOn }: Man): boolean {
  return diesOn !== null && diesOn <= day
}

/** Reads what has come by mail: the check before an appointment, the invitation to the next test. */
export async function openMails(world: World): Promise<void> {
  const men = new Map(
    world.men.flatMap((man) => [
      [man.email, man],
      [man.phone, man],
    ]),
  )
  const invited: Man[] = []
  for (const { to, subject, text } of await world.messages.take()) {
    const man = men.get(to)
    if (!man) continue
    const key = KEY.exec(text)?.[1]
    const visit = man.visits.at(-1)
    if (key && visit) world.preparations.push({ visit, key, day: world.day + 1 })
    const followKey = FOLLOW_KEY.exec(text)?.[1]
    if (followKey)
      world.followUps.push({ man, key: followKey, day: world.day + man.random.below(6) })
    if (subject === NEXT_TEST && !isDead(world, man)) invited.push(man)
  }
  await forAll(invited, (man) => answerInvitation(world, man))
}

async function answerInvitation(world: World, man: Man): Promise<void> {
  const { body } = await call(world, ['GET', '/api/recall'], { as: man })
  if (body.recall === null) return
  const wish = world.isRunningDown && man.recall !== 'stop' ? 'ignores' : man.recall
  count(world, `invited: ${wish}`)
  if (wish === 'ignores') return
  if (wish === 'books') {
    await bookNext(world, man)
    return
  }
  await call(world, ['PUT', '/api/recall'], { as: man, body: { answer: wish } })
  if (wish !== 'later') return
  for (const to of [man.email, man.phone])
    world.invitations.set(to, (world.invitations.get(to) ?? 0) + 1)
  man.recall = man.random.pick(['books', 'ignores', 'stop'])
}

/** Inside 48 hours; after a yes the first time that the page offers. */
export async function answerChecks(world: World): Promise<void> {
  await forAll(takeDue(world.preparations, world.day), async ({ visit, key }) => {
    if (visit.preparation === 'no answer' || isDead(world, visit.man)) return
    const answers = { ...NO, exercise: visit.preparation === 'yes' }
    const { body } = await call(world, ['POST', '/api/preparation/answers'], {
      body: { key, answers },
    })
    count(world, `check answered: ${body.state}`)
    const [later] = body.later
    if (body.state !== 'later' || !later) return
    const { event_id, date, times } = later
    const time = { event_id, date, time: times[visit.man.n % times.length] }
    const moved = await call(world, ['POST', '/api/preparation/move'], {
      body: { key, ...time },
      ok: [200, 409],
    })
    if (moved.status === 409) return
    visit.eventIndex = world.events.findIndex((event) => event.event_id === event_id)
    count(world, 'moved inside 48 hours')
  })
}

/** Opens the page with the results. */
export async function readResults(world: World): Promise<void> {
  await forAll(takeDue(world.toRead, world.day), async ({ visit: { man } }) => {
    if (isDead(world, man)) return
    await call(world, ['GET', `/api/medical/results/${man.memberId}`], { as: man })
    count(world, 'read')
  })
}

export function willRead(world: World, visit: Visit): void {
  if (visit.readsAfter === null || visit.man.contactBy === 'post') return
  world.toRead.push({ visit, day: world.day + visit.readsAfter })
}
