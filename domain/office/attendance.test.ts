import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AttendanceAction,
  attendanceOf,
  hasDoubtfulSamples,
  judgeAction,
  standingActions,
  undoneNow,
} from './attendance.ts'

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
const otherSample = { ...sample, id: 's2', tube: 'CHP00000023' }
const bothTheirs = (samples: string[]) =>
  action('b', 'both_theirs', 30, { samples, reason: 'two tubes were drawn' })
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
    ['undo_unclear', { ...undo('a'), undoes: null }, { before: [arrive, sample, otherSample] }],
    ['tube_taken', sample, { tubeOf: 8, isTakenBack: true }],
    ['tube_taken', sample, { tubeOf: 8, isLead: true }],
    ['reason_needed', sample, { tubeOf: 8, isTakenBack: true, isLead: true }],
    ['lead_needed', bothTheirs(['s', 's2']), { before: [sample, otherSample] }],
    ['samples_changed', bothTheirs(['s']), { before: [sample, otherSample], isLead: true }],
    ['samples_changed', bothTheirs(['s']), { before: [sample], isLead: true }],
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

  test('without a name takes nothing back where two samples stand', () => {
    expect(undoneNow([arrive, sample, otherSample])).toBeNull()
    expect(undoneNow([arrive, sample, otherSample, undo('s2')])?.id).toBe('s')
  })

  test('gives a tube that was taken back to another member, by a lead with a reason', () => {
    const given = { ...sample, reason: 'his blood' }
    const facts = { ...booked, tubeOf: 8, isTakenBack: true, isLead: true }
    expect(judgeAction(given, facts)).toEqual({ status: 'applied', code: null })
  })
})

describe('two samples of one appointment', () => {
  const two = [arrive, sample, otherSample]

  test('are doubtful until one is undone', () => {
    expect(hasDoubtfulSamples([arrive, sample])).toBe(false)
    expect(hasDoubtfulSamples(two)).toBe(true)
    expect(hasDoubtfulSamples([...two, undo('s')])).toBe(false)
  })

  test('are not when a lead says that both are theirs, until a third comes or the word is undone', () => {
    const declared = [...two, bothTheirs(['s', 's2'])]
    expect(hasDoubtfulSamples(declared)).toBe(false)
    expect(hasDoubtfulSamples([...declared, undo('b')])).toBe(true)
    const third = { ...sample, id: 's3', tube: 'CHP00000031' }
    expect(hasDoubtfulSamples([...declared, third])).toBe(true)
  })
})

test('an undo takes back the action that it names, and no other', () => {
  const kinds = ['arrive', 'sample', 'not_sampled', 'did_not_attend'] as const
  const presses = fc
    .array(fc.record({ type: fc.constantFrom(...kinds), minute: fc.nat(59) }), { minLength: 1 })
    .map((all) =>
      all.map(({ type, minute }, n) => action(`p${n}`, type, minute, { tube: `T${n}` })),
    )
  fc.assert(
    fc.property(presses, fc.nat(), (all, pick) => {
      const taken = all[pick % all.length]?.id ?? ''
      const standing = standingActions([...all, undo(taken)]).map(({ id }) => id)
      expect(standing).toEqual(
        standingActions(all)
          .map(({ id }) => id)
          .filter((id) => id !== taken),
      )
    }),
  )
})
