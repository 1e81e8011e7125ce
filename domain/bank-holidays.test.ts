import { describe, expect, test } from 'vitest'
import { BANK_HOLIDAYS } from './bank-holidays.ts'
import { addDays, weekday } from './uk-time.ts'

const MONDAY = 1

describe('the bank holidays of England and Wales', () => {
  test.each(Object.entries(BANK_HOLIDAYS))('%s follows the standing rules', (year, listed) => {
    expect(listed).toEqual(byTheRules(Number(year)))
  })

  test('are listed for five years without a gap', () => {
    expect(Object.keys(BANK_HOLIDAYS)).toEqual(['2026', '2027', '2028', '2029', '2030'])
  })

  test.each([
    ['2026-04-05', 2026],
    ['2027-03-28', 2027],
    ['2028-04-16', 2028],
    ['2029-04-01', 2029],
    ['2030-04-21', 2030],
    // The earliest and the latest Easter in three centuries.
    ['1818-03-22', 1818],
    ['2038-04-25', 2038],
  ])('Easter is on %s', (date, year) => {
    expect(easterSunday(year)).toBe(date)
  })
})

function byTheRules(year: number): string[] {
  const easter = easterSunday(year)
  const christmas = workingDayFrom(`${year}-12-25`, [])
  // A substitute for Christmas moves Boxing Day's substitute on by a day.
  const boxingDay = workingDayFrom(`${year}-12-26`, [christmas])
  return [
    workingDayFrom(`${year}-01-01`, []),
    addDays(easter, -2),
    addDays(easter, 1),
    firstMonday(`${year}-05-01`),
    lastMonday(`${year}-05-31`),
    lastMonday(`${year}-08-31`),
    christmas,
    boxingDay,
  ].sort()
}

function workingDayFrom(date: string, taken: string[]): string {
  let day = date
  while (weekday(day) > 5 || taken.includes(day)) day = addDays(day, 1)
  return day
}

function firstMonday(first: string): string {
  return addDays(first, (MONDAY - weekday(first) + 7) % 7)
}

function lastMonday(last: string): string {
  return addDays(last, MONDAY - weekday(last))
}

/** Easter Sunday by the Calendar (New Style) Act 1750. */
function easterSunday(year: number): string {
  const century = Math.floor(year / 100)
  const golden = (year % 19) + 1
  const leapYearsLeftOut = Math.floor((3 * (century + 1)) / 4) - 12
  const moonCorrection = Math.floor((8 * (century + 1) + 5) / 25) - 5
  const age = (11 * golden + 20 + moonCorrection - leapYearsLeftOut) % 30
  const epact = age < 0 ? age + 30 : age
  const isShort = epact === 24 || (epact === 25 && golden > 11)
  const fullMoon = 44 - (isShort ? epact + 1 : epact)
  const paschal = addDays(`${year}-03-01`, (fullMoon < 21 ? fullMoon + 30 : fullMoon) - 1)
  return addDays(paschal, 7 - (weekday(paschal) % 7))
}
