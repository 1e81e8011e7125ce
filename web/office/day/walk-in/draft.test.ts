import { expect, test } from 'vitest'
import type { ShownPerson } from '../../../../domain/office/day-people.ts'
import { examplePerson } from '../../../../test/app/example-day.ts'
import {
  alikeOnList,
  type Draft,
  newDraft,
  personKey,
  type Situation,
  stepErrors,
  stepToOpen,
  stepToShow,
} from './draft.ts'

const DAY: Situation = {
  day: '2026-11-24',
  price: 2_500,
  left: 1,
  needsNhsNumber: false,
  people: [],
}
const TICKED = { terms: true, sampleConsent: true, disclaimer: true, gpSharing: false }

function typed(changes: Partial<Draft> = {}, person: Partial<Draft['person']> = {}): Draft {
  const empty = newDraft()
  return {
    ...empty,
    person: {
      ...empty.person,
      first_name: 'Sam',
      last_name: 'Walker',
      date_of_birth: '1968-05-14',
      phone: '07700 900118',
      contact_by: 'telephone',
      ...person,
    },
    answers: {
      ...TICKED,
      numberOfPsaTest: 1,
      familyHistoryProstateCancer: 'No',
      familyHistoryBreastOvarianCancer: 'No',
      medicationHistory: 'None',
    },
    understands: 'yes',
    hasConsented: true,
    payment: 'cash',
    ...changes,
  }
}

const fields = (step: Parameters<typeof stepErrors>[0], draft: Draft, day = DAY) =>
  stepErrors(step, draft, day).map(({ field }) => field)

test('a whole registration opens at the step that is asked for', () => {
  expect(stepToShow('check', typed(), DAY)).toBe('check')
  expect(stepToShow('contact', typed(), DAY)).toBe('contact')
  expect(stepToShow('no such step', typed(), DAY)).toBe('who')
})

test('an unfinished one opens at its first unfinished step', () => {
  expect(stepToShow('check', newDraft(), DAY)).toBe('who')
  expect(stepToShow('check', typed({}, { phone: '' }), DAY)).toBe('contact')
  expect(stepToShow('check', typed({ answers: TICKED }), DAY)).toBe('questions')
  expect(stepToShow('check', typed({ hasConsented: false }), DAY)).toBe('hand-back')
  expect(stepToShow('check', typed({ payment: '' }), DAY)).toBe('place')
})

test('ticks that nobody confirmed open at the consent, and not where the tablet is handed back', () => {
  expect(stepToOpen('check', typed({ hasConsented: false }), DAY)).toBe('consent')
  expect(stepToOpen('hand-back', typed({ hasConsented: false }), DAY)).toBe('consent')
  expect(stepToOpen('hand-back', typed(), DAY)).toBe('hand-back')
  expect(stepToOpen('check', typed(), DAY)).toBe('check')
})

test('the age counts on the day: 39 and 81 are refused, 40 and 80 are not', () => {
  const at = (date_of_birth: string) => fields('who', typed({}, { date_of_birth }))
  expect(at('1986-11-25')).toEqual(['date_of_birth'])
  expect(at('1986-11-24')).toEqual([])
  expect(at('1945-11-25')).toEqual([])
  expect(at('1945-11-24')).toEqual(['date_of_birth'])
})

test('somebody like one on the list is compared with them before going on', () => {
  const booked: ShownPerson = {
    ...examplePerson({ first_name: 'Samuel', last_name: 'Walker', date_of_birth: '1961-01-02' }),
    isWaiting: false,
  }
  const day = { ...DAY, people: [booked] }
  expect(fields('who', typed(), day)).toEqual(['alike'])
  const compared = typed({ notOnList: personKey(typed()) })
  expect(fields('who', compared, day)).toEqual([])
  expect(alikeOnList({ ...compared, ...typed({}, { first_name: 'Steve' }) }, day)).toEqual([booked])
})

test('without a tick the consent step does not end, and names what is missing', () => {
  const draft = typed({ answers: { ...typed().answers, disclaimer: false } })
  expect(fields('questions', draft)).toEqual([])
  expect(fields('consent', draft)).toEqual(['disclaimer'])
})

test('without a place the lead is asked, and the money needs a way', () => {
  const full = { ...DAY, left: 0 }
  expect(fields('place', typed(), full)).toEqual(['extra'])
  expect(fields('place', typed({ isExtraAllowed: true }), full)).toEqual([])
  expect(fields('place', typed({ payment: '' }))).toEqual(['payment'])
  expect(fields('place', typed({ payment: '' }), { ...DAY, price: 0 })).toEqual([])
  expect(fields('place', typed({ payment: 'waived' }))).toEqual(['waived'])
})

test('a link needs an address or a number, and the laboratory may need the NHS number', () => {
  const byPost = { phone: '', contact_by: 'post', address_lines: '1 High St', postcode: 'CO1 1AA' }
  const draft = typed({ payment: 'link' }, byPost)
  expect(fields('contact', draft)).toEqual([])
  expect(fields('place', draft)).toEqual(['payment'])
  expect(fields('contact', draft, { ...DAY, needsNhsNumber: true })).toEqual(['nhs_number'])
  const once = typed({}, { nhs_number: '9434765919' })
  expect(fields('contact', once)).toEqual(['nhs_number'])
  expect(fields('contact', { ...once, nhsNumberAgain: '943 476 5919' })).toEqual([])
})
