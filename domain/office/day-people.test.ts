import { describe, expect, test } from 'vitest'
import { EXAMPLE_ANSWERS } from '../../test/app/example-consent.ts'
import { exampleDay, examplePerson as person } from '../../test/app/example-day.ts'
import { afterActions, findPeople, isInTab, namedBy, personWithTube } from './day-people.ts'
import type { DayAction } from './day-schemas.ts'
import type { WalkIn } from './walk-in-schemas.ts'

const action = (
  type: DayAction['type'],
  minute: number,
  more: Partial<DayAction> = {},
): DayAction => ({
  id: `${type}-${minute}`,
  device: 'tablet',
  sequence: minute,
  at: `2027-01-26T10:${String(minute).padStart(2, '0')}:00.000Z`,
  appointment_id: 7,
  type,
  ...more,
})
const arrived = person({
  state: 'arrived',
  since: '2027-01-26T10:00:00.000Z',
  arrived_at: '2027-01-26T10:00:00.000Z',
  action_id: 'first',
})

describe('what waits to be sent', () => {
  test('is shown on top of what the server told', () => {
    const [shown] = afterActions(exampleDay({ people: [person()] }), [action('arrive', 1)])
    expect(shown).toMatchObject({ state: 'arrived', isWaiting: true, action_id: 'arrive-1' })
    const [sampled] = afterActions(exampleDay({ people: [arrived] }), [
      action('sample', 5, { tube: 'chp 00000015' }),
    ])
    expect(sampled).toMatchObject({ state: 'sampled', tubes: ['CHP00000015'] })
    expect(sampled?.arrived_at).toBe(arrived.arrived_at)
  })

  test('undoes what the server told', () => {
    const undo = action('undo', 9, { undoes: 'first', reason: 'mistake' })
    expect(afterActions(exampleDay({ people: [arrived] }), [undo])[0]?.state).toBe('expected')
  })

  test('has a walk-in in the list at once, with later presses, and once the server told them', () => {
    const registration: WalkIn = {
      first_name: 'Walter',
      last_name: 'Innes',
      date_of_birth: '1961-05-04',
      phone: '07700900123',
      support_needs: ['wheelchair'],
      payment: 'at_venue',
      extra_place: false,
      consent: { channel: 'tablet', answers: EXAMPLE_ANSWERS },
    }
    const registered = action('walk_in', 1, { appointment_id: null, registration })
    const about = { appointment_id: null, walk_in: registered.id }
    const places = [
      { time: '10:00', free: 1, kept_back: 0 },
      { time: '11:00', free: 0, kept_back: 1 },
    ]
    const day = exampleDay({ places })
    const [waiting, ...others] = afterActions(day, [registered])
    expect(others).toEqual([])
    expect(waiting).toMatchObject({
      appointment_id: null,
      walk_in: registered.id,
      first_name: 'Walter',
      time: '11:00',
      state: 'arrived',
      to_pay_pence: 1500,
      support_needs: ['wheelchair'],
      isWaiting: true,
    })
    expect(waiting && namedBy(waiting)).toEqual({ walk_in: registered.id })
    const later = [
      action('taking', 2, about),
      action('sample', 3, { ...about, tube: 'CHP00000015' }),
    ]
    expect(afterActions(day, [registered, ...later])).toMatchObject([
      { state: 'sampled', to_pay_pence: 0, tubes: ['CHP00000015'] },
    ])
    const told = person({ ...arrived, walk_in: registered.id, to_pay_pence: 1500 })
    expect(afterActions({ ...day, people: [told] }, [registered, ...later])).toMatchObject([
      { appointment_id: 7, state: 'sampled', to_pay_pence: 0 },
    ])
    expect(namedBy(told)).toEqual({ appointment_id: 7 })
  })

  test('leaves the others as they are', () => {
    const other = person({ appointment_id: 8 })
    expect(afterActions(exampleDay({ people: [other] }), [action('arrive', 1)])).toEqual([
      { ...other, isWaiting: false },
    ])
  })
})

test.each([
  ['sean', true],
  ['neill', true],
  ['hart o', true],
  ['O’Neill', true],
  ['oneill', true],
  ['ab12cd', true],
  ['04/03/1956', true],
  ['10:20', true],
  ['  ', true],
  ['seam', false],
])('a search for %j finds the person: %j', (typed, isFound) => {
  expect(findPeople([person()], typed)).toHaveLength(isFound ? 1 : 0)
})

test('a tab has its states', () => {
  const states = ['expected', 'arrived', 'sampled', 'not_sampled', 'did_not_attend'] as const
  const inTab = (tab: Parameters<typeof isInTab>[1]) =>
    states.filter((state) => isInTab(person({ state }), tab))
  expect(inTab('expected')).toEqual(['expected'])
  expect(inTab('arrived')).toEqual(['arrived'])
  expect(inTab('done')).toEqual(['sampled', 'not_sampled', 'did_not_attend'])
  expect(inTab('all')).toEqual(states)
})

test('a tube is found by its code, however it is typed', () => {
  const sampled = person({ tubes: ['CHP00000015'] })
  expect(personWithTube([sampled], 'chp0000-0015')?.appointment_id).toBe(7)
  expect(personWithTube([sampled], 'CHP00000023')).toBeNull()
  expect(personWithTube([sampled], '')).toBeNull()
})
