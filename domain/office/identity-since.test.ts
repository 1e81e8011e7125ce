import { expect, test } from 'vitest'
import { changesSinceSample, fitsOnlyChanged } from './identity-since.ts'

const atSample = {
  first_name: 'Ann',
  last_name: 'Carter',
  gender: 'Male',
  date_of_birth: '1958-03-14',
  nhs_number: '9990000018',
}
const MAY = new Date('2027-05-02T09:00:00Z')
const JUNE = new Date('2027-06-02T09:00:00Z')
const report = { first_name: 'Ann', last_name: 'CARTER', date_of_birth: '1958-03-14' }

test('each fact that differs from the sample is said once, with the day of its last change', () => {
  const now = { ...atSample, last_name: 'Smith', gender: 'Other', nhs_number: '9990000026' }
  const changes = [
    { at: MAY, fields: ['last_name', 'nhs_number'] as const },
    { at: JUNE, fields: ['gender', 'last_name'] as const },
  ]
  expect(changesSinceSample({ atSample, now, changes })).toEqual([
    { fact: 'name', from: 'Ann Carter', to: 'Ann Smith', at: JUNE.toISOString() },
    { fact: 'sex', from: 'Male', to: 'Other', at: JUNE.toISOString() },
    { fact: 'nhs_number', from: null, to: null, at: MAY.toISOString() },
  ])
})

test('what was changed and changed back is not said', () => {
  const changes = [
    { at: MAY, fields: ['date_of_birth'] as const },
    { at: JUNE, fields: ['date_of_birth'] as const },
  ]
  expect(changesSinceSample({ atSample, now: atSample, changes })).toEqual([])
})

test('a report of the old name and birth date fits, also when both were changed since', () => {
  const now = { ...atSample, last_name: 'Smith', date_of_birth: '1958-04-13' }
  expect(fitsOnlyChanged(report, { atSample, now, changes: [] })).toBe(false)
})

test('a report of the new birth date or of the new name fits only what was changed', () => {
  const older = { ...atSample, date_of_birth: '1958-04-13' }
  expect(fitsOnlyChanged(report, { atSample: older, now: atSample, changes: [] })).toBe(true)
  const named = { ...atSample, last_name: 'Smith' }
  expect(fitsOnlyChanged(report, { atSample: named, now: atSample, changes: [] })).toBe(true)
})

test('a sex marker or a number alone changes nothing of whose a report is', () => {
  const now = { ...atSample, gender: 'Other', nhs_number: null }
  expect(fitsOnlyChanged(report, { atSample, now, changes: [] })).toBe(false)
})
