import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBusinessDay } from '../business-days.ts'
import { BANDS } from '../results.ts'
import { ukDate, ukTime } from '../uk-time.ts'
import {
  dueAt,
  followUpsOf,
  isMessageInTime,
  LOOP_KINDS,
  LOOP_RULES,
  nextStepAt,
  PACES,
  stepsOf,
} from './care-loops.ts'
import { alsoCloses, opensNext, reasonsFor } from './loop-closing.ts'

/** About a tube, or what somebody has still to do, although the member has died. */
const OUTLIVING = [
  'sample_undone',
  'two_tubes',
  'tell_laboratory',
  'consent_withdrawn',
  'result_of_the_dead',
  'incident',
  'take_back',
  'sampled_in_doubt',
  'parted_result',
]
const kind = fc.constantFrom(...LOOP_KINDS)
const pace = fc.constantFrom(...PACES)
const moment = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2030-06-30T00:00:00Z'),
  noInvalidDate: true,
})

describe('every kind', () => {
  test('is due after it was opened, and its steps follow one another', () => {
    fc.assert(
      fc.property(kind, moment, pace, (kind, openedAt, pace) => {
        expect(dueAt(kind, openedAt, pace).getTime()).toBeGreaterThanOrEqual(openedAt.getTime())
        const steps = stepsOf(kind, openedAt, pace).map(({ at }) => at.getTime())
        expect(steps).toEqual(steps.toSorted((a, b) => a - b))
      }),
    )
  })

  test('has each step once, and next is the first that was not done', () => {
    fc.assert(
      fc.property(kind, moment, pace, fc.nat(4), (kind, openedAt, pace, count) => {
        const steps = stepsOf(kind, openedAt, pace)
        const actions = steps.map(({ action }) => action)
        expect(new Set(actions).size).toBe(actions.length)
        const done = actions.slice(0, count)
        expect(nextStepAt(kind, openedAt, { pace, done })).toEqual(steps[count]?.at ?? null)
      }),
    )
  })

  test('that escalates says whom it asks, and it is not its owner', () => {
    for (const kind of LOOP_KINDS) {
      const { owner, asks } = LOOP_RULES[kind]
      const escalates = stepsOf(kind, new Date()).some(({ action }) => action === 'escalate')
      expect(escalates).toBe(asks !== undefined)
      expect(asks).not.toBe(owner)
    }
  })

  test('that ends by a reason opens another kind or nothing, and death opens nothing', () => {
    for (const kind of LOOP_KINDS)
      for (const reason of reasonsFor(kind)) {
        const next = opensNext(kind, reason)
        expect(next).not.toBe(kind)
        if (reason === 'died') {
          expect(next).toBeNull()
          expect(LOOP_KINDS.filter((one) => !alsoCloses(reason, one))).toEqual(OUTLIVING)
        }
        if (reason === 'asked_us_to_stop')
          expect(alsoCloses(reason, 'released_to_read')).toBe(false)
      }
  })
})

test('working days end at five on a working day, whenever they began', () => {
  fc.assert(
    fc.property(moment, (openedAt) => {
      const due = dueAt('result_to_review', openedAt)
      expect(isBusinessDay(ukDate(due))).toBe(true)
      expect(ukTime(due)).toBe('17:00')
    }),
  )
})

test.each([
  ['result_to_review', 'usual', '2026-12-24T10:00:00Z', '2026-12-30T17:00:00.000Z'],
  ['sample_to_lab', 'usual', '2026-03-28T20:00:00Z', '2026-03-29T12:00:00.000Z'],
  ['second_review', 'usual', '2026-06-10T22:30:00Z', '2026-06-10T23:00:00.000Z'],
  ['released_to_read', 'soon', '2026-03-27T10:00:00Z', '2026-03-30T09:00:00.000Z'],
  ['released_to_read', 'usual', '2026-03-02T10:00:00Z', '2026-03-16T10:00:00.000Z'],
  ['repeat_test', 'soon', '2026-11-30T10:00:00Z', '2027-02-28T17:00:00.000Z'],
  ['gp_told', 'soon', '2026-11-30T10:00:00Z', '2027-01-11T10:00:00.000Z'],
] as const)('%s, %s, opened %s is due %s', (kind, pace, openedAt, due) => {
  expect(dueAt(kind, new Date(openedAt), pace).toISOString()).toBe(due)
})

test('amber and red unread are chased by SMS, telephone and letter after 3, 7 and 10 days', () => {
  const openedAt = new Date('2027-01-12T09:00:00Z')
  const days = stepsOf('released_to_read', openedAt, 'soon').map(({ action, at }) => [
    action,
    (at.getTime() - openedAt.getTime()) / 86_400_000,
  ])
  expect(days).toEqual([
    ['sms', 3],
    ['telephone', 7],
    ['letter', 10],
  ])
})

test('a red result is asked about after six weeks and six months, and rung about without an answer', () => {
  const openedAt = new Date('2027-02-01T09:00:00Z')
  const days = (kind: 'gp_told' | 'gp_outcome') =>
    stepsOf(kind, openedAt).map(({ action, at }) => `${action} ${ukDate(at)}`)
  expect(days('gp_told')).toEqual(['ask 2027-03-15', 'telephone 2027-03-22'])
  expect(days('gp_outcome')).toEqual([
    'ask 2027-03-15',
    'ask_again 2027-08-01',
    'telephone 2027-08-15',
  ])
})

test('every released result waits to be read, and one that is not green soon', () => {
  const band = fc.option(fc.constantFrom(...BANDS))
  const months = fc.option(fc.integer({ min: 1, max: 24 }))
  fc.assert(
    fc.property(band, fc.boolean(), months, (band, isEnded, retestMonths) => {
      const releasedAt = new Date('2027-01-12T09:00:00Z')
      const of = { band, isEnded, sampleDate: '2027-01-05', retestMonths, releasedAt }
      const found = followUpsOf(of)
      expect(found[0]).toEqual({
        kind: 'released_to_read',
        openedAt: releasedAt,
        pace: band === 'Green' ? 'usual' : 'soon',
      })
      const kinds = found.map(({ kind }) => kind)
      expect(kinds.includes('repeat_test')).toBe(band === 'Amber' || isEnded)
      expect(kinds.includes('gp_told')).toBe(band === 'Red')
      if (retestMonths !== null)
        expect(kinds.includes('recall') || kinds.includes('repeat_test')).toBe(true)
    }),
  )
})

test('a message is sent after a week without rounds, and not after a month', () => {
  const at = new Date('2027-01-12T09:00:00Z')
  expect(isMessageInTime(at, new Date('2027-01-19T09:00:00Z'))).toBe(true)
  expect(isMessageInTime(at, new Date('2027-02-12T09:00:00Z'))).toBe(false)
})
