import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AttendanceAction, attendanceOf, judgeAction, undoneNow } from './attendance.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 0, 12, 9, minute))
const action = (
  id: string,
  type: AttendanceAction['type'],
  minute: number,
  more: Partial<AttendanceAction> = {},
): AttendanceAction => ({
  id,
  type,
  at: at(minute),
  tube: null,
  reason: null,
  undoes: null,
  ...more,
})
const arrive = action('a', 'arrive', 0)
const sample = action('s', 'sample', 10, { tube: 'CHP00000015' })
const declined = action('n', 'not_sampled', 12, { reason: 'declined' })
const undo = (undoes: string, minute = 20) =>
  action(`u-${undoes}`, 'undo', minute, { undoes, reason: 'wrong man' })
const stateOf = (...actions: AttendanceAction[]) => attendanceOf(actions).state

describe('the state of an appointment', () => {
  test('follows what was pressed', () => {
    expect(stateOf()).toBe('expected')
    expect(stateOf(arrive)).toBe('arrived')
    expect(stateOf(arrive, sample)).toBe('sampled')
    expect(stateOf(arrive, declined)).toBe('not_sampled')
    expect(stateOf(action('d', 'did_not_attend', 60))).toBe('did_not_attend')
  })

  test('is what it was before when the last press is undone', () => {
    expect(stateOf(arrive, undo('a'))).toBe('expected')
    expect(stateOf(arrive, sample, undo('s'))).toBe('arrived')
    expect(stateOf(arrive, declined, undo('n'))).toBe('arrived')
  })

  test('is sampled after an earlier refusal, or one on another tablet', () => {
    expect(stateOf(arrive, declined, sample)).toBe('sampled')
    expect(stateOf(declined, sample)).toBe('sampled')
  })

  test('is arrived for a man who came after the day was closed', () => {
    expect(stateOf(action('d', 'did_not_attend', 60), action('a', 'arrive', 70))).toBe('arrived')
  })

  test('keeps every tube that two tablets recorded, and the first arrival', () => {
    const second = action('s2', 'sample', 5, { tube: 'AB1234' })
    const { tubes, arrivedAt } = attendanceOf([sample, second, action('a2', 'arrive', 3), arrive])
    expect(tubes).toEqual(['AB1234', 'CHP00000015'])
    expect(arrivedAt).toEqual(at(0))
  })

  test('does not depend on the order in which the tablets send', () => {
    const all = [arrive, sample, declined, undo('s'), action('a2', 'arrive', 3), undo('a', 4)]
    const some = fc.shuffledSubarray(all, { minLength: all.length })
    fc.assert(
      fc.property(some, (sent) => {
        expect(attendanceOf(sent)).toEqual(attendanceOf(all))
      }),
    )
  })
})

describe('an action', () => {
  const booked = {
    appointment: { id: 7, status: 'booked' as const },
    before: [],
    tubeOf: null,
    isClosed: false,
  }

  test('is applied', () => {
    for (const one of [arrive, sample, declined])
      expect(judgeAction(one, booked)).toEqual({ status: 'applied', code: null })
    expect(judgeAction(undo('a'), { ...booked, before: [arrive] }).status).toBe('applied')
  })

  test.each([
    ['not_of_this_event', arrive, { appointment: null }],
    ['tube_misread', { ...sample, tube: null }, {}],
    ['tube_taken', sample, { tubeOf: 8 }],
    ['reason_needed', { ...declined, reason: null }, {}],
    ['reason_needed', { ...declined, reason: 'tired' }, {}],
    ['reason_needed', { ...undo('a'), reason: '' }, { before: [arrive] }],
    ['nothing_to_undo', undo('a'), {}],
  ])('is refused as %s', (code, one, more) => {
    expect(judgeAction(one, { ...booked, ...more })).toEqual({ status: 'refused', code })
  })

  test.each([
    ['cancelled_meanwhile', arrive, { appointment: { id: 7, status: 'cancelled' as const } }],
    ['already_arrived', action('a2', 'arrive', 1), { before: [arrive] }],
    ['already_sampled', { ...sample, id: 's2' }, { before: [sample], tubeOf: 7 }],
    ['sampled_before', declined, { before: [sample] }],
    ['day_closed', arrive, { isClosed: true }],
    ['undone_before', { ...undo('a'), id: 'u2' }, { before: [arrive, undo('a')] }],
  ])('is done and flagged as %s', (code, one, more) => {
    expect(judgeAction(one, { ...booked, ...more })).toEqual({ status: 'flagged', code })
  })

  test('that an undo without a name takes back is the one that gives the state', () => {
    expect(undoneNow([])).toBeNull()
    expect(undoneNow([arrive, sample])?.id).toBe('s')
    expect(undoneNow([arrive, sample, undo('s')])?.id).toBe('a')
  })
})
