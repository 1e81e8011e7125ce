import { expect, test } from 'vitest'
import { WalkInSchema } from '../../../../domain/office/walk-in-schemas.ts'
import { type DoorPayment, type Draft, newDraft } from './draft.ts'
import { toActions } from './to-actions.ts'

const EVENT = { price: 2_500, day: '2026-11-24' }

function paying(payment: DoorPayment | '', more: Partial<Draft> = {}): Draft {
  const empty = newDraft()
  return {
    ...empty,
    person: {
      ...empty.person,
      first_name: ' Sam ',
      last_name: 'Walker',
      date_of_birth: '1968-05-14',
      phone: '07700 900118',
    },
    answers: {
      numberOfPsaTest: 1,
      familyHistoryProstateCancer: 'No',
      familyHistoryBreastOvarianCancer: 'No',
      medicationHistory: 'None',
      terms: true,
      sampleConsent: true,
      disclaimer: true,
    },
    payment,
    ...more,
  }
}

test.each(['cash', 'card machine'] as const)('%s is the registration and a taking', (how) => {
  const draft = paying(how)
  const [registration, taking, ...others] = toActions(draft, EVENT)
  expect(registration).toMatchObject({ type: 'walk_in', id: draft.id })
  expect(registration?.registration).toMatchObject({ first_name: 'Sam', payment: 'at_venue' })
  expect(taking).toEqual({ type: 'taking', walk_in: draft.id, how, pence: 2_500 })
  expect(others).toEqual([])
})

test.each([
  ['link', { payment: 'due', send_link: true }],
  ['due', { payment: 'due' }],
  ['waived', { payment: 'waived', waiver_reason: 'his club pays' }],
] as const)('%s is the registration alone', (payment, expected) => {
  const actions = toActions(paying(payment, { waivedBecause: ' his club pays ' }), EVENT)
  expect(actions).toHaveLength(1)
  const registration = WalkInSchema.parse(actions[0]?.registration)
  expect(registration).toMatchObject(expected)
  expect(registration.send_link === true).toBe(payment === 'link')
})

test('a free event takes no money, whatever was chosen before', () => {
  expect(toActions(paying('cash'), { ...EVENT, price: 0 })).toHaveLength(1)
})

test('without an answer nothing is made', () => {
  const draft = paying('due', { answers: { terms: true } })
  expect(() => toActions(draft, EVENT)).toThrow('the consent is not complete')
})
