import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { sampledEvent } from '../../../test/app/samples.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { newTube } from '../../../test/app/tubes.ts'

type Person = Awaited<ReturnType<TestApp['staff']>>
let site: TestApp
let day: Awaited<ReturnType<typeof sampledEvent>>
let lead: Person
let sequence = 0
beforeAll(async () => {
  site = await openTestApp({ now: new Date('2027-01-12T09:00:00Z') })
})
beforeEach(async () => {
  site.moveTo(new Date('2027-01-12T09:00:00Z'))
  day = await sampledEvent(site, 2)
  lead = await site.staff(['office'])
})
afterAll(() => site.close())

async function press(
  place: number,
  type: string,
  more: object = {},
  as: Person = day.venue,
  of = day,
): Promise<{ id: string; outcome: [string, string | null] }> {
  sequence += 1
  const action = {
    id: randomUUID(),
    device: 'tablet 1',
    sequence,
    at: site.deps.now().toISOString(),
    appointment_id: of.appointments[place],
    type,
    ...more,
  }
  const { body } = await site.ask('POST', `/api/office/days/${of.event.event_id}/actions`, {
    as,
    body: { actions: [action] },
  })
  return { id: action.id, outcome: [body.results[0].status, body.results[0].code] }
}
async function tubesOf(place: number): Promise<string[]> {
  const { body } = await site.ask('GET', `/api/office/days/${day.event.event_id}`, { as: lead })
  return body.people.find(
    (one: { appointment_id: number }) => one.appointment_id === day.appointments[place],
  ).tubes
}

test('of two tubes of Leonard Quick the neighbour’s is undone, and the own one stays', async () => {
  const [own, neighbours] = [newTube(), newTube()]
  await press(0, 'sample', { tube: own })
  const second = await press(0, 'sample', { tube: neighbours })
  expect(second.outcome).toEqual(['flagged', 'already_sampled'])
  const unnamed = await press(0, 'undo', { reason: 'Tube 728 is the neighbour’s' })
  expect(unnamed.outcome).toEqual(['refused', 'undo_unclear'])
  expect((await tubesOf(0)).sort()).toEqual([own, neighbours].sort())
  await press(0, 'undo', { undoes: second.id, reason: 'Tube 728 is the neighbour’s' })
  expect(await tubesOf(0)).toEqual([own])
})

test('a tube taken back is given to another member by a lead with a reason, and by nobody else', async () => {
  const tube = newTube()
  const first = await press(0, 'sample', { tube })
  const given = { tube, reason: 'the neighbour’s blood' }
  expect((await press(1, 'sample', given, lead)).outcome).toEqual(['refused', 'tube_taken'])
  await press(0, 'undo', { undoes: first.id, reason: 'wrong member' })
  expect((await press(1, 'sample', given)).outcome).toEqual(['refused', 'tube_taken'])
  const silent = await press(1, 'sample', { tube }, lead)
  expect(silent.outcome).toEqual(['refused', 'reason_needed'])
  const second = await press(1, 'sample', given, lead)
  expect(second.outcome).toEqual(['applied', null])
  expect([await tubesOf(0), await tubesOf(1)]).toEqual([[], [tube]])
  expect((await press(0, 'sample', { tube })).outcome).toEqual(['refused', 'tube_taken'])

  await press(1, 'undo', { undoes: second.id, reason: 'a slip' })
  expect((await press(0, 'sample', given, lead)).outcome).toEqual(['applied', null])
  const { rows } = await site.deps.database.pool.query(
    'select generation from tubes where code = $1 order by id',
    [tube],
  )
  expect(rows.map(({ generation }) => generation)).toEqual([null, 2, 3])
})

test('a tube taken back may be scanned for the same member again', async () => {
  const tube = newTube()
  const first = await press(0, 'sample', { tube })
  await press(0, 'undo', { undoes: first.id, reason: 'a slip' })
  expect((await press(0, 'sample', { tube })).outcome).toEqual(['applied', null])
  expect(await tubesOf(0)).toEqual([tube])
})

test('a tube of another day is given to nobody, also by a lead', async () => {
  const tube = newTube()
  const first = await press(0, 'sample', { tube })
  await press(0, 'undo', { undoes: first.id, reason: 'a slip' })
  site.moveTo(new Date('2027-01-12T09:00:00Z'))
  const other = await sampledEvent(site, 1)
  const given = { tube, reason: 'theirs' }
  expect((await press(0, 'sample', given, lead, other)).outcome).toEqual(['refused', 'tube_taken'])
})

test('two leads who give one tube at once leave it with one member', async () => {
  const tube = newTube()
  const first = await press(0, 'sample', { tube })
  await press(0, 'undo', { undoes: first.id, reason: 'wrong member' })
  const other = await press(0, 'arrive')
  expect(other.outcome[0]).not.toBe('refused')
  await Promise.all([
    press(1, 'sample', { tube, reason: 'theirs' }, lead),
    press(0, 'sample', { tube }, lead),
    press(1, 'sample', { tube, reason: 'theirs' }, lead),
  ])
  const owners = [await tubesOf(0), await tubesOf(1)].filter((tubes) => tubes.includes(tube))
  expect(owners).toHaveLength(1)
})

test.each(['0816', 'NONE', 'WALKIN', 'BADCODE', '26112026', '00000817'])(
  'a sample with %s for a tube is not recorded',
  async (tube) => {
    expect((await press(0, 'sample', { tube })).outcome).toEqual(['refused', 'tube_misread'])
    expect(await tubesOf(0)).toEqual([])
  },
)

test('a laboratory with our labels only refuses any other code, and completes ours', async () => {
  site.moveTo(new Date('2027-01-12T09:00:00Z'))
  const labId = await site.lab({ requiresNhsNumber: false })
  day = await sampledEvent(site, 1, { labId })
  await site.deps.database.pool.query('update labs set own_labels_only = true where id = $1', [
    labId,
  ])
  const foreign = await press(0, 'sample', { tube: newTube() })
  expect(foreign.outcome).toEqual(['refused', 'tube_misread'])
  await press(0, 'sample', { tube: tubeCodeOf(700_001).slice(3) })
  expect(await tubesOf(0)).toEqual([tubeCodeOf(700_001)])
})

test('a label that was printed for another day, or by nobody, is shown to the lead', async () => {
  const print = async (event: number) => {
    const { rows } = await site.deps.database.pool.query<{ number: number }>(
      `with batch as (insert into label_batches (event_id, printed_at, printed_by)
          values ($1, now(), (select id from staff limit 1)) returning id)
        insert into tube_labels (batch_id) select id from batch returning number`,
      [event],
    )
    return tubeCodeOf(rows[0]?.number ?? 0)
  }
  const other = await site.event()
  const [own, foreign] = [await print(day.event.event_id), await print(other.event_id)]
  expect((await press(0, 'sample', { tube: own })).outcome).toEqual(['applied', null])
  const flagged = ['flagged', 'label_not_of_day']
  expect((await press(1, 'sample', { tube: foreign })).outcome).toEqual(flagged)
  await press(1, 'undo', { reason: 'a slip' })
  const unprinted = await press(1, 'sample', { tube: tubeCodeOf(9_000_001) })
  expect(unprinted.outcome).toEqual(flagged)
})
