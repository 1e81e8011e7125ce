import { expect, test } from 'vitest'
import { gpDayFault } from './gp-appointment.ts'

const asked = { sampleDate: '2027-01-16', today: '2027-02-01' }

test.each([
  ['2027-01-16', null],
  ['2027-02-01', null],
  ['2028-02-02', null],
  ['2027-01-15', /must be after your test/],
  ['2028-02-03', /must be in the next 12 months/],
  ['2027-02-30', /Enter the date/],
  ['', /Enter the date/],
])('the day %j: %s', (day, fault) => {
  const said = gpDayFault(day, asked)
  if (fault === null) expect(said).toBeNull()
  else expect(said).toMatch(fault)
})

test('any past day is possible of a sample without a date', () => {
  expect(gpDayFault('2001-01-01', { ...asked, sampleDate: null })).toBeNull()
})
