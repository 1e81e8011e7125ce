import { expect, test } from 'vitest'
import { findColumns, readLine, signedPence } from './provider-report.ts'

const HEADINGS = [
  'Date',
  'Time',
  'TimeZone',
  'Name',
  'Type',
  'Status',
  'Currency',
  'Gross',
  'Fee',
  'Net',
  'Transaction ID',
  'Reference Txn ID',
  'Invoice Number',
  'Balance Impact',
]
const CELLS = {
  Date: '12/01/2027',
  Time: '10:02:30',
  TimeZone: 'GMT',
  Name: 'James Carter',
  Type: 'Express Checkout Payment',
  Status: 'Completed',
  Currency: 'GBP',
  Gross: '25.00',
  Fee: '-1.03',
  Net: '23.97',
  'Transaction ID': '8AB12345CD678901E',
  'Reference Txn ID': '',
  'Invoice Number': 'a-1',
  'Balance Impact': 'Credit',
}
const NOW = new Date('2027-02-01T09:00:00Z')
const found = findColumns(HEADINGS)
const columns = 'columns' in found ? found.columns : {}
const read = (changes: Partial<typeof CELLS>) =>
  readLine(Object.values({ ...CELLS, ...changes }), columns, NOW)

test('a payment is read with its signed amounts, and without its name', () => {
  expect(read({})).toEqual({
    at: new Date('2027-01-12T10:02:30Z'),
    transaction: {
      transactionId: '8AB12345CD678901E',
      type: 'Express Checkout Payment',
      at: new Date('2027-01-12T10:02:30Z'),
      currency: 'GBP',
      grossPence: 2500,
      feePence: -103,
      referenceId: null,
      invoiceId: 'a-1',
    },
  })
})

test.each([
  ['13/07/2026', '10:02:30', 'BST', '2026-07-13T09:02:30.000Z'],
  ['13/07/2026', '10:02:30', 'Europe/London', '2026-07-13T09:02:30.000Z'],
  ['2026-07-13', '10:02', 'PDT', '2026-07-13T17:02:00.000Z'],
  ['07/13/2026', '10:02:30', 'GMT', null],
  ['31/02/2027', '10:02:30', 'GMT', null],
  ['12/01/2027', '25:02:30', 'GMT', null],
  ['12/01/2027', '10:02:30', 'Mars', null],
  ['', '', '', null],
])('%s %s %s is %s', (date, time, zone, at) => {
  const line = read({ Date: date, Time: time, TimeZone: zone })
  expect('at' in line ? line.at.toISOString() : null).toBe(at)
})

test.each([
  ['25.00', 2500],
  ['-25.00', -2500],
  ['1,234.50', 123450],
  ['1,234,567.00', 123456700],
  ['-0.00', 0],
  ['25', null],
  ['25,00', null],
  ['1.234,50', null],
  ['12,34.00', null],
  ['=1+1', null],
  ['+25.00', null],
  ['1e3', null],
  ['99999999.00', null],
  ['', null],
])('%j is %j pence', (text, pence) => {
  expect(signedPence(text)).toBe(pence)
})

test('what moves no money of ours has only its time', () => {
  for (const changes of [
    { Status: 'Pending' },
    { Status: 'Denied' },
    { Type: 'General Withdrawal' },
    { Type: 'Bank Deposit to PP Account' },
    { Type: 'Account Hold for Open Authorization' },
    { Type: 'General Currency Conversion' },
    { 'Balance Impact': 'Memo' },
  ])
    expect(read(changes)).toEqual({ at: new Date('2027-01-12T10:02:30Z'), transaction: null })
  for (const Type of ['Payment Refund', 'Payment Reversal', 'Chargeback', 'Donation Payment'])
    expect(read({ Type })).toMatchObject({ transaction: { type: Type } })
})

test.each([
  [{ 'Transaction ID': '' }, 'no transaction number'],
  [{ 'Transaction ID': '=cmd|calc' }, 'no transaction number'],
  [{ Currency: 'Pounds' }, 'currency'],
  [{ Gross: '25' }, 'amounts'],
  [{ Fee: 'free' }, 'amounts'],
])('%j cannot be read: %s', (changes, why) => {
  const line = read(changes)
  expect('problem' in line ? line.problem : null).toContain(why)
})

test('headings may be spelled otherwise and stand in any order; missing ones are named', () => {
  expect(findColumns(['Transaction ID', 'Time zone'])).toEqual({
    missing: ['date', 'time', 'type', 'currency', 'gross', 'fee'],
  })
  const statement =
    'Date,Time,Time Zone,Description,Currency,Gross,Fee,Net,Balance,Transaction ID,Invoice ID'
  expect(findColumns(statement.split(','))).toMatchObject({
    columns: { zone: 2, type: 3, id: 9, invoice: 10 },
  })
})

test('a line of a day to come has the month first, and is refused', () => {
  expect(read({ Date: '02/12/2027' })).toEqual({
    problem: 'its date is still to come: download the report with the day first in dates',
  })
  expect(read({ Date: '01/02/2027', Time: '10:00:00' })).not.toHaveProperty('problem')
})
