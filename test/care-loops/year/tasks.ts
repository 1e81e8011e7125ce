// The work lists and the letters of the simulated year: whom the office and the clinicians ring, and
// what they close.
import { DAY_MS } from '../../../domain/durations.ts'
import type { LoopKind } from '../../../domain/office/care-loops.ts'
import type { CloseReason } from '../../../domain/office/loop-closing.ts'
import type { Loop } from '../../../domain/office/loop-schemas.ts'
import type { LetterBatch, ResultLetter } from '../../../domain/office/result-letters.ts'
import { bookNext, hasComing, isDead } from './men.ts'
import { dateOf, isOnLeave, type Man, weekday } from './plan.ts'
import { call, count, forAll, listAll, type Staff, type World } from './world.ts'

const DAYS_OF_LISTS = [0, 2, 4]
const CALLS = 3
/** Messages go out first, and a person rings when the telephone list says so. */
const ASKED_BY_MESSAGE: LoopKind[] = ['released_to_read', 'gp_told', 'gp_outcome']
const LOST_AFTER_DAYS = 15
const SURGERY = {
  name: 'Mill Road Surgery',
  address_lines: ['2 Mill Road'],
  town: 'Colchester',
  postcode: 'CO4 5LD',
}
type Closing = { reason: CloseReason; note?: string }

/** Every other working day the staff who are there look at the overdue and the telephone list. */
export async function workLists(world: World): Promise<void> {
  if (!world.isRunningDown && !DAYS_OF_LISTS.includes(weekday(world.day))) return
  const present = world.clinicians.find((_, n) => !isOnLeave(n, world.day))
  const men = new Map(world.men.map((man) => [man.memberId, man]))
  for (const as of present ? [present, world.office] : [world.office]) {
    const loops = new Map<number, Loop>()
    for (const tab of ['overdue', 'telephone'])
      for (const loop of await listAll<Loop>(world, `/api/office/loops?tab=${tab}`, as))
        loops.set(loop.id, loop)
    await forAll([...loops.values()], async (loop) => {
      const man = men.get(loop.member_id)
      if (man) await workOn(world, { loop, man, as })
    })
  }
}

type Work = { loop: Loop; man: Man; as: Staff }

async function workOn(world: World, work: Work): Promise<void> {
  const { loop, man, as } = work
  const closing = isDead(world, man) ? afterDeath(loop) : await decide(world, work)
  if (closing === null) return
  const url = `/api/office/loops/${loop.id}/close`
  const { status, body } = await call(world, ['POST', url], { as, body: closing, ok: [204, 409] })
  if (status === 409 && body.code !== 'loop_closed' && body.code !== 'steps_left')
    throw new Error(`a loop was not closed: ${body.code}`)
  if (status === 204) followClosing(world, work, closing.reason)
}

function followClosing(world: World, { man, loop }: Work, reason: CloseReason): void {
  count(world, `closed: ${reason}`)
  const visit = man.visits.find(
    ({ eventIndex }) => world.events[eventIndex]?.event_id === loop.event_id,
  )
  if (reason === 'gp_told' && visit)
    world.wanted.push({ appointment_id: visit.appointmentId, kind: 'gp_outcome' })
  if (reason === 'sample_lost' && visit)
    world.wanted.push({ appointment_id: visit.appointmentId, kind: 'repeat_test' })
}

function afterDeath({ kind }: Loop): Closing {
  if (kind === 'result_of_the_dead') return { reason: 'family_or_gp_told', note: 'By phone' }
  return { reason: 'died', note: 'The family rang' }
}

/** Null: nothing yet. */
async function decide(world: World, { loop, man, as }: Work): Promise<Closing | null> {
  const isLost = loop.due_at !== null && daysSince(world, loop.due_at) > LOST_AFTER_DAYS
  switch (loop.kind) {
    case 'booked_to_attended':
      return { reason: 'did_not_come', note: 'The venue saw nobody' }
    case 'sample_to_lab':
      return { reason: 'received_by_lab' }
    case 'lab_to_result':
      return isLost ? { reason: 'sample_lost', note: 'The laboratory has no such tube' } : null
    case 'result_to_review':
    case 'second_review':
    case 'review_to_release':
      return null
  }
  if (!loop.is_to_ring && ASKED_BY_MESSAGE.includes(loop.kind)) return null
  if (hasComing(world, man)) return null
  if (!man.answersTelephone && loop.calls < CALLS) {
    await call(world, ['POST', `/api/office/loops/${loop.id}/calls`], {
      as,
      body: { ring_at: null },
    })
    count(world, 'rung without an answer')
    return null
  }
  return man.answersTelephone ? answered(world, { loop, man, as }) : unanswered(loop)
}

function unanswered({ kind }: Loop): Closing {
  const note = 'Rung three times, nobody answered'
  if (kind === 'released_to_read' || kind === 'no_way_to_tell')
    return { reason: 'not_reachable', note }
  if (kind === 'gp_outcome') return { reason: 'will_not_say' }
  return { reason: 'declined', note }
}

async function answered(world: World, { loop: { kind }, man }: Work): Promise<Closing | null> {
  const note = 'Said so on the telephone'
  if (kind === 'released_to_read') return { reason: 'told_by_telephone' }
  if (kind === 'gp_told') return { reason: 'gp_told' }
  if (kind === 'gp_outcome')
    return man.random.chance(0.1)
      ? { reason: 'asked_us_to_stop', note }
      : { reason: man.random.pick(['gp_seen', 'mri', 'biopsy', 'diagnosis', 'treatment']) }
  if (kind === 'no_way_to_tell') return { reason: 'told_by_telephone' }
  if (!world.isRunningDown && man.random.chance(0.6) && (await bookNext(world, man))) return null
  if (kind === 'not_sampled' || kind === 'did_not_attend') return { reason: 'declined', note }
  if (man.random.chance(0.2)) return { reason: 'asked_us_to_stop', note }
  return kind === 'recall' ? { reason: 'tested_elsewhere' } : { reason: 'repeated_elsewhere' }
}

function daysSince({ site }: World, moment: string): number {
  return (site.deps.now().getTime() - Date.parse(moment)) / DAY_MS
}

/** Once a week: the letters that wait are printed and posted, and some of the last week come back. */
export async function sendLetters(world: World): Promise<void> {
  if (!world.isRunningDown && weekday(world.day) !== 1) return
  const as = world.clinicians.find((_, n) => !isOnLeave(n, world.day))
  if (!as) return
  await returnLetters(world, as)
  await enterSurgeries(world, as)
  for (;;) {
    const made = await call(world, ['POST', '/api/office/letter-batches'], {
      as,
      body: {},
      ok: [201, 409],
    })
    if (made.status === 409) return
    const { id, letters }: LetterBatch = made.body
    const url = `/api/office/letter-batches/${id}`
    const drawn = await world.site.app.inject({
      method: 'POST',
      url: `${url}/letters`,
      headers: { 'sec-fetch-site': 'same-origin', cookie: as.cookie },
    })
    if (drawn.statusCode !== 200) throw new Error(`letters were answered ${drawn.statusCode}`)
    for (const step of ['printed', 'posted'])
      await call(world, ['PUT', url], { as, body: { step, count: letters } })
    count(world, 'letters posted', letters)
  }
}

/** Of letters to GPs that wait for an address. */
async function enterSurgeries(world: World, as: Staff): Promise<void> {
  const waiting = await listAll<ResultLetter>(world, '/api/office/letters?tab=waiting', as)
  const unknown = waiting.filter(({ recipient, address }) => recipient === 'gp' && !address)
  await forAll(unknown, async ({ id }) => {
    const body = { surgery: SURGERY, before: null }
    await call(world, ['PUT', `/api/office/letters/${id}/surgery`], { as, body })
    count(world, 'surgery entered')
  })
}

async function returnLetters(world: World, as: Staff): Promise<void> {
  const moved = new Set(world.men.filter((man) => man.hasMoved).map(({ memberId }) => memberId))
  const posted = await listAll<ResultLetter>(world, '/api/office/letters?tab=posted', as)
  const back = posted.filter(
    ({ member_id, recipient }) => moved.has(member_id) && recipient === 'member',
  )
  await forAll(back, async ({ id }) => {
    const body = { reason: 'gone away', on: dateOf(world.day) }
    await call(world, ['PUT', `/api/office/letters/${id}/return`], { as, body })
    count(world, 'letters returned')
  })
}
