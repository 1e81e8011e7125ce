import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleDay, examplePerson } from '../../test/app/example-day.ts'
import { type AttendanceAction, attendanceOf, standingActions } from './attendance.ts'
import { afterActions, formerOwner } from './day-people.ts'
import { actionsOf, pressesAfter } from './day-presses.ts'
import { isMended } from './day-problems.ts'
import type { DayAction, DayPerson, DayPress } from './day-schemas.ts'

const TUBES = ['CHP00000015', 'CHP00000023', 'CHP00000031', 'CHP00000040']
const at = (minute: number) => `2027-01-26T10:${String(minute).padStart(2, '0')}:00.000Z`
const press = (id: string, more: Partial<DayPress> = {}): DayPress => ({
  id,
  type: 'sample',
  at: at(10),
  by: 'Eva Nurse',
  tube: TUBES[0] ?? null,
  samples: null,
  undone: null,
  ...more,
})
const undoOf = (id: string): DayAction => ({
  id: `undo-${id}`,
  device: 'tablet',
  sequence: 1,
  at: at(30),
  appointment_id: 7,
  type: 'undo',
  undoes: id,
  reason: 'a slip',
})
const [first, second] = [press('s1'), press('s2', { tube: TUBES[1] ?? null, at: at(12) })]

/** As the server tells it. */
function told(presses: DayPress[]): DayPerson {
  const { state, deciding, arrivedAt, tubes } = attendanceOf(actionsOf(presses))
  return examplePerson({
    state,
    since: deciding?.at.toISOString() ?? null,
    arrived_at: arrivedAt?.toISOString() ?? null,
    action_id: deciding?.id ?? null,
    tubes,
    presses,
  })
}

test('without a network the undo of one of two samples leaves the other with its own tube', () => {
  for (const [undone, left] of [
    [first, second],
    [second, first],
  ] as const) {
    const day = exampleDay({ people: [told([first, second])] })
    const [shown] = afterActions(day, [undoOf(undone.id)])
    expect(shown).toMatchObject({ state: 'sampled', tubes: [left.tube], action_id: left.id })
    expect(shown?.presses?.find(({ id }) => id === undone.id)?.undone).toMatchObject({ by: null })
  }
})

test('what an older version kept of a person still gives the state', () => {
  const { presses: _, ...old } = told([first])
  const [shown] = afterActions(exampleDay({ people: [old] }), [undoOf('s1')])
  expect(shown).toMatchObject({ state: 'arrived', tubes: [] })
})

test('server and tablet agree on what stands after any undos, and only the named ones are gone', () => {
  const types = ['arrive', 'sample', 'not_sampled'] as const
  const presses = fc
    .array(fc.record({ type: fc.constantFrom(...types), minute: fc.nat(59) }), { minLength: 1 })
    .map((all) =>
      all.map(({ type, minute }, n) =>
        press(`p${n}`, { type, at: at(minute), tube: type === 'sample' ? `T${n}00${n}` : null }),
      ),
    )
  fc.assert(
    fc.property(presses, fc.array(fc.nat()), (all, picks) => {
      const undone = [...new Set(picks.map((pick) => all[pick % all.length]?.id ?? ''))]
      const [shown] = afterActions(exampleDay({ people: [told(all)] }), undone.map(undoOf))
      const undos = undone.map(
        (id): AttendanceAction => ({
          id: `u${id}`,
          type: 'undo',
          at: new Date(at(30)),
          tube: null,
          reason: 'a slip',
          undoes: id,
        }),
      )
      const server = [...actionsOf(all), ...undos]
      expect(shown?.tubes).toEqual(attendanceOf(server).tubes)
      expect(shown?.state).toBe(attendanceOf(server).state)
      const standing = standingActions(actionsOf(shown?.presses ?? []))
      expect(standing.map(({ id }) => id).sort()).toEqual(
        all.flatMap(({ id }) => (undone.includes(id) ? [] : [id])).sort(),
      )
    }),
  )
})

test('a tube whose sample was undone has a former owner, and none while one stands', () => {
  const taken = { ...first, undone: { by: 'Eva Nurse', at: at(20) } }
  expect(formerOwner([told([taken])], 'chp 0000 0015')?.appointment_id).toBe(7)
  expect(formerOwner([told([first])], 'CHP00000015')).toBeNull()
  expect(formerOwner([told([second])], 'CHP00000015')).toBeNull()
})

test('a problem goes away when it is mended, and comes back when that is undone', () => {
  const twice = { code: 'already_sampled', also: [], at: at(12) }
  const after = (...undone: string[]) => {
    const person = told([first, second])
    return { ...person, presses: pressesAfter(person, undone.map(undoOf)) }
  }
  expect(isMended(twice, after())).toBe(false)
  expect(isMended(twice, after('s2'))).toBe(true)
  const refused = { code: 'tube_taken', also: [], at: at(11) }
  expect(isMended(refused, after('s2'))).toBe(false)
  expect(isMended(refused, after('s1'))).toBe(true)
  expect(isMended({ ...twice, also: ['clock_wrong'] }, after('s2'))).toBe(false)
})
