import { expect, test } from 'vitest'
import { fieldLabel, movesInWords } from './merge-text.ts'

const counts = { appointments: 3, consents: 2, payments: 1, waits: 0, results: 0, notices: 0 }
const rest =
  'Past appointments, payments, consents and logs do not change. You will see them on the record you keep.'

test('says what moves with a merge, and that history stays', () => {
  expect(movesInWords({ upcoming: null, counts })).toBe(rest)
  const upcoming = { event_name: 'Ely', date: '2027-02-01', time: '10:00' }
  expect(movesInWords({ upcoming, counts: { ...counts, waits: 2 } })).toBe(
    `What moves: the upcoming appointment and 2 waiting lists. ${rest}`,
  )
})

test('fields have the labels of the contact form', () => {
  expect(fieldLabel('first_name')).toBe('First name')
  expect(fieldLabel('address')).toBe('Home address')
})
