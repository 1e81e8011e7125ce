import { describe, expect, test } from 'vitest'
import { readAppointmentCode } from '../appointment-code.ts'
import { DaySchema } from './day-schemas.ts'
import { unresolvedInWords } from './day-unresolved.ts'
import {
  afterPractice,
  afterReview,
  closePractice,
  practiceCodes,
  practiceDay,
  unresolvedInPractice,
} from './practice-day.ts'
import { readTubeCode } from './tube-code.ts'
import { tubeRuleOf } from './tube-patterns.ts'

const NOW = new Date('2026-11-26T10:04:00Z')
const TUBE = 'CHP99000010'
const press = (fields: object) => ({
  id: crypto.randomUUID(),
  device: 'practice',
  sequence: 1,
  at: NOW.toISOString(),
  type: 'arrive' as const,
  ...fields,
})

describe.each(['2026-11-26T10:04:00Z', '2026-11-26T00:20:00Z', '2026-03-29T01:30:00Z'])(
  'made at %s',
  (at) => {
    const day = practiceDay(new Date(at))

    test('is a day as the site tells it, with ids that no appointment can have', () => {
      expect(DaySchema.safeParse(day).error).toBeUndefined()
      expect(day.people.every(({ appointment_id: id }) => id < 0)).toBe(true)
      expect(unresolvedInPractice(day, new Date(at)).missed).toBe(4)
    })

    test('has codes that its own screens read', () => {
      const { tubes, bookings } = practiceCodes(day)
      const rule = tubeRuleOf(day.event)
      expect(tubes.map((tube) => readTubeCode(tube, rule))).toEqual(tubes)
      const references = day.people.map(({ reference }) => reference.replace('-', ''))
      expect(bookings.map(({ code }) => readAppointmentCode(code))).toEqual(
        references.map((reference) => ({ reference })),
      )
    })
  },
)

test('each kind of member is there once or more', () => {
  const { people } = practiceDay(NOW)
  const names = people.map((one) => `${one.first_name} ${one.last_name}`)
  expect(names.length - new Set(names).size).toBe(1)
  expect(people.filter(({ support_needs: needs }) => needs.length > 0).length).toBeGreaterThan(3)
  expect(people.some(({ to_pay_pence: pence }) => pence > 0)).toBe(true)
  expect(people.some((one) => one.is_consent_withdrawn)).toBe(true)
})

test('a sample, its undo, money and a walk-in change the day as the site would', () => {
  const [person] = practiceDay(NOW).people
  const about = { appointment_id: person?.appointment_id }
  const sample = press({ type: 'sample', tube: TUBE, ...about })
  const sampled = afterPractice(afterPractice(practiceDay(NOW), press(about)), sample)
  expect(sampled.people[0]).toMatchObject({ state: 'sampled', tubes: [TUBE] })
  const undo = press({ type: 'undo', undoes: sample.id, reason: 'Wrong tube', ...about })
  expect(afterPractice(sampled, undo).people[0]).toMatchObject({ state: 'arrived', tubes: [] })
  const registration = {
    first_name: 'Walter',
    last_name: 'Inn',
    date_of_birth: '1960-01-01',
    payment: 'due',
  }
  const walkIn = press({ type: 'walk_in', registration })
  const more = afterPractice(sampled, walkIn)
  expect(more.people).toHaveLength(13)
  expect(more.places.map(({ kept_back: left }) => left)).toEqual([0, 0])
  const paid = afterPractice(
    more,
    press({ type: 'taking', walk_in: walkIn.id, how: 'cash', pence: 2_500 }),
  )
  expect(paid.people[12]).toMatchObject({ to_pay_pence: 0, last_name: 'Inn' })
})

test('closing says what is left, and records who was missed', () => {
  const about = { appointment_id: -12 }
  const day = afterPractice(practiceDay(NOW), press(about))
  const unresolved = unresolvedInPractice(day, NOW)
  expect(unresolved).toMatchObject({ missed: 4, still_expected: 4 })
  expect(unresolvedInWords(unresolved)).toEqual([
    'Arrived, with neither a sample nor a reason for none: Imran Shah, Liam O’Brien, Oliver Hale.',
    'Under ‘Please look’: 2 things that nobody has dealt with.',
  ])
  const closed = closePractice(day, NOW)
  expect(closed.closed_at).toBe(NOW.toISOString())
  expect(closed.people.filter(({ state }) => state === 'did_not_attend')).toHaveLength(4)
})

test('of the two things to look at one is mended by a sample, the other by saying so', () => {
  const day = practiceDay(NOW)
  const left = (of: typeof day) => unresolvedInPractice(of, NOW).problems.map(({ code }) => code)
  expect(left(day)).toEqual(['cancelled_meanwhile', 'tube_taken'])
  const owner = day.people.find(({ tubes }) => tubes.includes(day.problems[1]?.tube ?? ''))
  expect(owner?.last_name).toBe('Whitlock')
  const at = new Date(NOW.getTime() + 60_000).toISOString()
  const { appointment_id: imran } = day.problems[1] ?? {}
  const again = afterPractice(day, press({ type: 'sample', tube: TUBE, at, appointment_id: imran }))
  expect(left(again)).toEqual(['cancelled_meanwhile'])
  const reviewed = afterReview(again, day.problems[0]?.id ?? '', NOW)
  expect(left(reviewed)).toEqual([])
  expect(reviewed.problems[0]?.reviewed).toEqual({ by: 'you', at: NOW.toISOString() })
})
