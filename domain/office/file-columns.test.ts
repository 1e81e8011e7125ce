import { describe, expect, test } from 'vitest'
import { inWords, phoneCell } from './file-columns.ts'

test('a row has headings in words, pounds, London times, and yes or no', () => {
  const row = {
    id: 7,
    event_id: 3,
    member_name: 'Ivo Quartz',
    amount_pence: 2500,
    net_pence: -50,
    begun_at: '2027-07-01T07:40:00.000Z',
    date: '2027-07-02',
    is_over: false,
    needs: ['wheelchair', 'carer'],
    next: { event_name: 'Ely', time: '08:40' },
    nothing: null,
    phone: '07700900119',
  }
  expect(inWords(row)).toEqual({
    Number: 7,
    'Event number': 3,
    'Member name': 'Ivo Quartz',
    'Amount (£)': '25.00',
    'Net (£)': '-0.50',
    Begun: '01/07/2027 08:40',
    Date: '02/07/2027',
    'Is over': 'No',
    Needs: 'wheelchair, carer',
    'Next: event name': 'Ely',
    'Next: time': '08:40',
    Nothing: null,
    Phone: '07700 900119',
  })
})

test('what a list within a row has is readable too', () => {
  const [cell] = Object.values(inWords({ places: [{ town: 'Ely', fee_pence: 500, note: null }] }))
  expect(cell).toBe('Town: Ely, Fee (£): 5.00')
})

describe('a telephone number', () => {
  test.each([
    ['01353111222', '01353 111222'],
    ['447700900118', '07700 900118'],
    ['+44 7700 900118', '07700 900118'],
    ['+44 (0)20 7946 0000', '02079 460000'],
    ['+33 1 23 45 67 89', '0033 123456789'],
    ['ask for Ann', 'ask for Ann'],
    ['', ''],
  ])('%j is %j', (phone, cell) => {
    expect(phoneCell(phone)).toBe(cell)
  })
})
