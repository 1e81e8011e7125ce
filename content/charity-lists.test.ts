import { expect, test } from 'vitest'
import { testCharity as charity } from '../test/app/settings.ts'
import { ABOUT, GET_INVOLVED } from './about.ts'
import { ACCOUNTS, SPENT_ON } from './gifts.ts'
import { SUPPORTERS } from './supporters.ts'
import { TEAM, TRUSTEES } from './team.ts'

test('there are 4 in the team, 12 trustees and advisers, and 14 supporters, none named twice', () => {
  expect([TEAM.length, TRUSTEES.length, SUPPORTERS.length]).toEqual([4, 12, 14])
  const names = [...TEAM, ...TRUSTEES, ...SUPPORTERS].map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('every supporter has a sign of its own', () => {
  expect(new Set(SUPPORTERS.map(({ sign }) => sign)).size).toBe(SUPPORTERS.length)
})

test('each pound is spent once, and no more than came in', () => {
  expect(SPENT_ON.reduce((sum, { pence }) => sum + pence, 0)).toBe(100)
  expect(ACCOUNTS.spent).toBeLessThanOrEqual(ACCOUNTS.income)
})

test('every block is longer than 300 characters, every card longer than 250', () => {
  expect(ABOUT.map(({ title }) => title)).toEqual(['Who We Are', 'What We Do', 'Why We Do It'])
  for (const { title, text } of ABOUT) expect(text[0]?.length, title).toBeGreaterThan(300)
  expect(GET_INVOLVED.map(({ title }) => title)).toEqual([
    'Ideas for Fundraising Events',
    'Donate Today',
    'Get Involved Today!',
  ])
  for (const { title, text } of GET_INVOLVED) expect(text[0]?.length, title).toBeGreaterThan(250)
})

test('numbers are drama numbers and addresses are in the .example domain', () => {
  const { booking_helpline, general_enquiries, medical_line, event_enquiries } = charity
  for (const number of [general_enquiries, medical_line, event_enquiries])
    expect(number).toMatch(/^01632 960 \d{3}$/)
  expect(booking_helpline).toMatch(/^0808 157 0\d{3}$/)
  for (const email of [charity.email, charity.speakers_email]) expect(email).toMatch(/\.example$/)
})
