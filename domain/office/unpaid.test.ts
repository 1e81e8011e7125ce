import { expect, test } from 'vitest'
import { reminderWay } from './unpaid.ts'

const member = { email: 'al@example.org', mobile: '+447700900118', contactBy: 'email' }

test.each([
  ['mail', { ...member, sendsSms: true }],
  ['sms', { ...member, contactBy: 'sms', sendsSms: true }],
  ['mail', { ...member, contactBy: 'sms', sendsSms: false }],
  ['mail', { ...member, contactBy: 'sms', mobile: null, sendsSms: true }],
  ['sms', { ...member, email: null, sendsSms: true }],
  [null, { ...member, email: null, mobile: null, sendsSms: true }],
])('a reminder goes by %s', (way, of) => {
  expect(reminderWay(of)).toBe(way)
})
